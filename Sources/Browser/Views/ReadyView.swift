import BookStore
import Records
import Screens

/// A view that every reading library has, and that is in no file.
enum ReadyView: String, CaseIterable {
  case readingNow = "Reading now"
  case toRead = "To read"
  case lentAndBorrowed = "Lent and borrowed"
  case finishedThisYear = "Finished this year"

  var name: String { rawValue }

  func view(of schema: Schema) -> ListView? {
    switch self {
    case .readingNow: schema.books(in: "reading", by: "reading.started.last")
    case .toRead: schema.books(in: "to read", by: "added")
    case .finishedThisYear where schema.isRead:
      ListView(finding: "reading.finished:this-year", latestFirst: "reading.finished.last")
    case .lentAndBorrowed where schema.isOfLoans:
      ListView(
        finding: Loans.Part.current.words,
        ["due", "lent_on"].map { ListView.Term(column: $0, isDescending: false) })
    case .finishedThisYear, .lentAndBorrowed: nil
    }
  }

  func choice(from schema: Schema, _ tables: [TableEntry]) -> ViewChoice? {
    let isOfOthers = self == .lentAndBorrowed && schema.isRead
    let table: String? = isOfOthers ? Schema.loanTable : self == .finishedThisYear ? "reading" : nil
    guard isOfOthers || view(of: schema) != nil,
      table.map({ name in tables.contains { $0.name.isSameName(as: name) } }) ?? true
    else { return nil }
    return ViewChoice(name, isReady: true, effect: isOfOthers ? .reading(.openLoans) : nil)
  }
}

extension Schema {
  /// Nil without such a status; in the order of a reading queue, if there is one.
  fileprivate func books(in status: String, by column: String) -> ListView? {
    guard isRead, let field = statusField, fields[field].kind.choices.contains(status) else { return nil }
    let words = "status:" + status.replacing(" ", with: "-")
    if status != "reading", HandOrder.field(in: self) != nil {
      return ListView(finding: words, [ListView.Term(column: HandOrder.column, isDescending: false)])
    }
    return ListView(finding: words, latestFirst: column)
  }
}

extension ListView {
  fileprivate init(finding words: String, _ order: [Term]) {
    self.init()
    (filter, self.order) = (words, order)
  }

  fileprivate init(finding words: String, latestFirst column: String) {
    self.init(finding: words, [Term(column: column, isDescending: true)])
  }
}
