import Records

package struct DuplicatePair {
  package let reason: DuplicateGroup.Reason
  package let isSure: Bool
  package var first: Int64 = 0
  package var second: Int64 = 0

  init(_ reason: DuplicateGroup.Reason, isSure: Bool) { (self.reason, self.isSure) = (reason, isSure) }

  var rank: Int {
    let place = DuplicateGroup.Reason.allCases.firstIndex(of: reason) ?? 0
    return isSure ? place : place + DuplicateGroup.Reason.allCases.count
  }

  var doubted: DuplicatePair {
    var pair = DuplicatePair(reason, isSure: false)
    (pair.first, pair.second) = (first, second)
    return pair
  }

  static func comparing(
    _ left: RowSigns, _ right: RowSigns, _ meeting: BookSigns.Meeting
  ) -> DuplicatePair? {
    switch (left, right) {
    case (.book(let left), .book(let right)): comparing(left, right, meeting)
    case (.fields(let left), .fields(let right)):
      left.isSame(as: right) ? DuplicatePair(.fields, isSure: left.isEqual(to: right)) : nil
    default: nil
    }
  }

  private static func comparing(
    _ left: BookSigns, _ right: BookSigns, _ meeting: BookSigns.Meeting
  ) -> DuplicatePair? {
    if left.contradicts(right) { return nil }
    let isWhole = left.whole == right.whole && left.whole != nil
    switch meeting {
    case .source: return isWhole || left.isRelated(to: right) ? DuplicatePair(.source, isSure: true) : nil
    case .isbn:
      if left.hasOtherNumbers(than: right) { return nil }
      let isNamed = !left.author.isEmpty && !right.author.isEmpty
      let (agree, isRelated) = (left.author.agrees(with: right.author), left.isRelated(to: right))
      // Otherwise one of the numbers is wrong.
      guard isRelated || isNamed && agree else { return nil }
      return DuplicatePair(.isbn, isSure: isRelated && (agree || !isNamed))
    case .title:
      guard left.author.isEmpty == right.author.isEmpty else { return nil }
      if left.author.isEmpty { return isWhole ? DuplicatePair(.title, isSure: false) : nil }
      return isWhole
        ? left.author.hasOtherCompany(than: right.author)
          ? DuplicatePair(.author, isSure: false) : DuplicatePair(.title, isSure: true)
        : byFirstAuthor(left, right)
    case .half:
      guard left.author.words == right.author.words, left.title.core != right.title.core else { return nil }
      return left.alikeness(right) == .spelling ? DuplicatePair(.similar, isSure: false) : nil
    case .fields: return nil
    }
  }

  private static func byFirstAuthor(_ left: BookSigns, _ right: BookSigns) -> DuplicatePair? {
    guard left.author.agrees(with: right.author) else { return nil }
    let alikeness = left.alikeness(right)
    if alikeness == .none { return nil }
    let isSameTitle = alikeness == .spelling && left.title.core == right.title.core
    let hasOthers =
      left.author.hasMoreCompany(than: right.author) || right.author.hasMoreCompany(than: left.author)
    return DuplicatePair(isSameTitle && hasOthers ? .author : .similar, isSure: false)
  }
}
