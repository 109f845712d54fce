import Records

/// The remembered views as text: one section each, the latest first.
///
/// A section starts with `[` and its database, table and name, separated by tabs; its lines are a word, a blank and a
/// text. In texts, `\n`, `\t` and `\\` stand for newline, tab and backslash. Before the first section, each file that was
/// opened has a line. Unknown lines are ignored.
struct ViewDocument: Hashable {
  /// In tables whose last views are remembered; named views are never dropped.
  static let capacity = 200
  private static let header = "booklist views 1"

  private(set) var views: [(name: ViewName, view: ListView)] = []
  private(set) var files: [OpenedFile] = []

  static let fileCapacity = 30

  /// Whether a view may hold a former view: nested without end, a damaged text would exhaust the stack.
  private var takesFormer = true

  init() {}

  init(_ text: String, takesFormer: Bool = true) {
    self.takesFormer = takesFormer
    // By bytes: a combining mark or a carriage return would merge with the character before it.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first, String(Substring(first)) == Self.header else { return }
    for line in lines.dropFirst() {
      switch line.first {
      case UInt8(ascii: "["): beginSection(line.dropFirst())
      case UInt8(ascii: "("): addFile(line.dropFirst())
      default: add(line)
      }
    }
  }

  private mutating func addFile(_ line: Substring.UTF8View) {
    let parts = Self.parts(of: line)
    guard parts.count == 3, let time = Int(parts[1]) else { return }
    files.append(OpenedFile(path: parts[0], openedAt: time, rowCount: Int(parts[2])))
  }

  private mutating func beginSection(_ line: Substring.UTF8View) {
    let parts = Self.parts(of: line)
    guard (2...3).contains(parts.count) else { return }
    let name = ViewName(database: parts[0], table: parts[1], name: parts.count == 3 ? parts[2] : nil)
    views.removeAll { $0.name == name }
    views.append((name, ListView()))
  }

  private mutating func add(_ line: Substring.UTF8View) {
    guard let last = views.indices.last, let blank = line.firstIndex(of: UInt8(ascii: " ")) else { return }
    let value = Self.unescaped(line[line.index(after: blank)...])
    switch String(Substring(line[..<blank])) {
    case "column": views[last].view.columns = (views[last].view.columns ?? []) + [value]
    case "columns" where value == "none": views[last].view.columns = []
    case "up": views[last].view.order.append(.init(column: value, isDescending: false))
    case "down": views[last].view.order.append(.init(column: value, isDescending: true))
    case "own" where value == "down": views[last].view.order.append(.init(column: nil, isDescending: true))
    case "filter": views[last].view.filter = value
    case "field": views[last].view.fields.append(value)
    case "hidden": views[last].view.hidden.append(value)
    case "fold": views[last].view.foldsEmpty = value == "yes"
    case "split": views[last].view.isSplit = value != "no"
    case "sql": views[last].view.statement = value
    case "former" where takesFormer: views[last].view.former = [Self.view(of: value, takesFormer: false)]
    default: break
    }
  }

  var text: String {
    let files = files.map(Self.line).joined()
    return views.reduce(into: Self.header + "\n" + files) { text, entry in
      let name = [entry.name.database, entry.name.table] + [entry.name.name].compactMap { $0 }
      text += "[" + name.map(Self.escaped).joined(separator: "\t") + "\n"
      text += Self.lines(of: entry.view).map { $0 + "\n" }.joined()
    }
  }

  private static func line(of file: OpenedFile) -> String {
    let count = file.rowCount.map { String($0) } ?? ""
    return "(" + escaped(file.path) + "\t\(file.openedAt)\t\(count)\n"
  }

  private static func lines(of view: ListView) -> [String] {
    let order = view.order.map { term in
      term.column.map { (term.isDescending ? "down " : "up ") + escaped($0) } ?? "own down"
    }
    let filter = view.filter.isEmpty ? [] : ["filter " + escaped(view.filter)]
    let fields = view.fields.map { "field " + escaped($0) } + view.hidden.map { "hidden " + escaped($0) }
    let columns = view.columns.map { $0.isEmpty ? ["columns none"] : $0.map { "column " + escaped($0) } }
    let statement = view.statement.map { ["sql " + escaped($0)] } ?? []
    let former = view.former.map { "former " + escaped(text(of: $0)) }
    return statement + fields + (columns ?? []) + order + filter + former
      + (view.foldsEmpty.map { ["fold \($0 ? "yes" : "no")"] } ?? []) + (view.isSplit ? [] : ["split no"])
  }

  static func text(of view: ListView) -> String { lines(of: view).map { $0 + "\n" }.joined() }

  static func view(of text: String, takesFormer: Bool = true) -> ListView {
    ViewDocument("\(header)\n[a\tb\n\(text)", takesFormer: takesFormer).views.first?.view ?? ListView()
  }

  subscript(_ name: ViewName) -> ListView? { views.first { $0.name == name }?.view }

  func savedNames(of database: String, _ table: String) -> [String] {
    views.filter { $0.name.database == database && $0.name.table == table }.compactMap(\.name.name).sorted()
  }

  mutating func note(_ file: OpenedFile) {
    files = Array(([file] + files.filter { $0.path != file.path }).prefix(Self.fileCapacity))
  }

  mutating func set(_ view: ListView?, for name: ViewName) {
    views.removeAll { $0.name == name }
    guard let view else { return }
    views.insert((name, view), at: 0)
    let left = views.filter { $0.name.name == nil }
    if let oldest = left.last, left.count > Self.capacity { views.removeAll { $0.name == oldest.name } }
  }

  func arrangements(of database: String) -> [String: FieldArrangement] {
    views.reduce(into: [:]) { arrangements, entry in
      guard entry.name.database == database, entry.name.name == nil else { return }
      let arrangement = FieldArrangement(
        columns: entry.view.fields, hidden: Set(entry.view.hidden), foldsEmpty: entry.view.foldsEmpty)
      if arrangement != FieldArrangement() { arrangements[entry.name.table] = arrangement }
    }
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\t": escaped += "\\t"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }

  private static func parts(of line: Substring.UTF8View) -> [String] {
    line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map(unescaped)
  }

  private static func unescaped(_ text: Substring.UTF8View) -> String {
    let escape = UInt8(ascii: "\\")
    guard text.contains(escape) else { return String(Substring(text)) }
    var (plain, isEscaped) = ([UInt8](), false)
    for byte in text {
      switch (isEscaped, byte) {
      case (false, escape):
        isEscaped = true
        continue
      case (true, UInt8(ascii: "n")): plain.append(UInt8(ascii: "\n"))
      case (true, UInt8(ascii: "t")): plain.append(UInt8(ascii: "\t"))
      default: plain.append(byte)
      }
      isEscaped = false
    }
    return String(decoding: plain, as: UTF8.self)
  }

  static func == (left: ViewDocument, right: ViewDocument) -> Bool { left.text == right.text }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

struct ViewName: Hashable {
  /// The database's path with links resolved.
  var database: String
  /// Empty for the result of a statement.
  var table: String
  /// Nil for the last view of the table.
  var name: String?
}

struct OpenedFile: Hashable {
  var path: String
  /// In seconds since 1970.
  var openedAt: Int
  var rowCount: Int?
}
