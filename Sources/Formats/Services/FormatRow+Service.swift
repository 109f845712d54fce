import Records

extension FormatRow {
  /// How often the book was read; nil if the file does not say.
  package func readCount(in format: Format) -> Int? {
    let rule = format.service?.rules.first { if case .count = $0.target { true } else { false } }
    let column = rule.flatMap { rule in
      columns.contains(rule.name)
        ? rule.name : columns.first { $0.lowercased() == rule.name.lowercased() }
    }
    return column.flatMap { text($0) }.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Restores a service's row from stored JSON; nil for other formats.
  package init?(kept json: [UInt8], of format: Format) {
    guard let service = format.service, let value = try? JSONReader.value(of: json) else { return nil }
    self.init(value)
    ServiceReader(service, columns).read(&self)
    takeNotes(of: value)
  }
}

extension FormatRow {
  mutating func takeNotes(of value: JSONValue) {
    progress += (value["progress"]?.elements ?? []).compactMap { ProgressEntry($0) }
    quotes += (value["quotes"]?.elements ?? []).compactMap { BookQuote($0) }
    quotes += (value["entries"]?.elements ?? []).compactMap { BookQuote(koReader: $0) }
  }
}

extension ProgressEntry {
  fileprivate init?(_ value: JSONValue) {
    guard let at = value["at"]?.plain, let last = value["to"]?.plain.flatMap({ Int64($0) }) else {
      return nil
    }
    let first = value["from"]?.plain.flatMap { Int64($0) } ?? last
    guard first <= last else { return nil }
    self.init(at: at, moments: first...last)
    page = value["page"]?.plain.flatMap { Int($0) }
    percent = value["percent"]?.plain.flatMap { Double($0) }.flatMap { (0...100).contains($0) ? $0 : nil }
    minutes = value["minutes"]?.plain.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }
}

extension BookQuote {
  fileprivate init?(_ value: JSONValue) {
    guard let text = Self.text(value["text"]) else { return nil }
    self.init(
      text: text, note: Self.text(value["note"]), place: Self.text(value["place"]), at: Self.text(value["at"])
    )
  }

  /// KOReader's moments are seconds of the device's clock.
  fileprivate init?(koReader value: JSONValue) {
    guard let text = Self.text(value["text"]) else { return nil }
    let page = value["page"]?.plain.map { "page \($0)" }
    let chapter = Self.text(value["chapter"])
    let place = [page, chapter].compactMap(\.self).joined(separator: ", ")
    let moment = value["time"]?.plain.flatMap { Double($0) }.flatMap { DateTime(secondsSince1970: $0) }
    self.init(
      text: text, note: Self.text(value["note"]), place: place.nonEmpty,
      at: moment.map { "\($0)Z" })
  }

  private static func text(_ value: JSONValue?) -> String? { value?.plain?.trimmed.nonEmpty }
}
