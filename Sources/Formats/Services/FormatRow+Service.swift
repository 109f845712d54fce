extension FormatRow {
  /// How often the book was read, if the service's file has a number for it.
  package func readCount(in format: Format) -> Int? {
    let rule = format.service?.rules.first { if case .count = $0.target { true } else { false } }
    let column = rule.flatMap { rule in
      columns.contains(rule.name)
        ? rule.name : columns.first { $0.lowercased() == rule.name.lowercased() }
    }
    return column.flatMap { text($0) }.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Restores a service's row from its stored JSON; nil if the format does not belong to a service.
  package init?(kept json: [UInt8], of format: Format) {
    guard let service = format.service, let value = try? JSONReader.value(of: json) else { return nil }
    self.init(value)
    ServiceReader(service, columns).read(&self)
    takeNotes(of: value)
  }
}
