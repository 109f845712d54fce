import ArgumentParser
import BookStore

/// Answers the shells' completion scripts: the fields, or values of a field, that can complete the last word.
///
/// People do not type this command, so it is not listed.
struct CompleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "complete", shouldDisplay: false)

  private static let valueCount = 50

  @Argument(parsing: .captureForPassthrough)
  var words: [String] = []

  func run() throws {
    // Some shells split FIELD=VALUE.
    let words = Self.joined(words)
    guard let last = words.last, let command = words.first(where: { !$0.hasPrefix("-") }) else { return }
    var library = FileOptions()
    (library.file, library.table, library.readOnly) = (
      Self.value(of: ["-f", "--file"], in: words), Self.value(of: ["--table"], in: words), true
    )
    // Without a readable library, there is nothing to offer and no place for an error message.
    guard let store = try? BookStore(path: library.path, options: library.storeOptions) else { return }
    let isAssigned = ["add", "set"].contains(command)
    for word in try offers(for: last, store, isAssigned: isAssigned) {
      try OutputStream.writeAll((word + "\n").utf8)
    }
  }

  private func offers(for word: String, _ store: BookStore, isAssigned: Bool) throws(StoreError) -> [String] {
    guard isAssigned, let sign = word.firstIndex(of: "=") else {
      let prefix = word.lowercased()
      // Only the last of several fields separated by commas is completed.
      let start = word.lastIndex(of: ",").map { String(word[...$0]) } ?? ""
      return store.schema.fields.map { start + $0.column + (isAssigned ? "=" : "") }
        .filter { $0.lowercased().hasPrefix(prefix) && TextTable.safe($0) == $0 }
    }
    guard let field = store.schema.field(named: String(word[..<sign])) else { return [] }
    return try values(of: field, store).map { word[...sign] + $0 }.filter { $0.hasPrefix(word) }
  }

  private func values(of field: Int, _ store: BookStore) throws(StoreError) -> [String] {
    let choices = store.schema.fields[field].kind.choices
    if !choices.isEmpty { return choices }
    var (rows, values) = (RowQuery(), [String]())
    rows.limit = Self.valueCount
    try RowSelection(of: store, rows).values(of: field) { value, _ throws(StoreError) in
      let text = store.schema.fields[field].text(of: value)
      if !value.isNull, !value.isBytes, TextTable.safe(text) == text { values.append(text) }
    }
    return values
  }

  private static func joined(_ words: [String]) -> [String] {
    var joined: [String] = []
    for word in words {
      if word == "=" || joined.last?.hasSuffix("=") == true, let last = joined.indices.last {
        joined[last] += word
      } else {
        joined.append(word)
      }
    }
    return joined
  }

  private static func value(of names: [String], in words: [String]) -> String? {
    for (place, word) in words.enumerated() {
      if names.contains(word), place + 1 < words.count { return words[place + 1] }
      for name in names where word.hasPrefix(name + "=") { return String(word.dropFirst(name.count + 1)) }
    }
    return nil
  }
}
