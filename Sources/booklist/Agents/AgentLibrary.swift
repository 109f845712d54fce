import BookStore
import Formats
import Platform

struct AgentLibrary {
  let options: FileOptions
  let tools: AgentTools
  let program = Environment.executablePath

  private static let instructions = """
    A library of books, or of other things, in an SQLite database. info describes its tables and fields; list gives keys, which \
    the other tools take. Each change is one step that undo takes back, and the person sees it in the history. To delete or \
    change more than ten rows, repeat their number in “rows”. Queries are those of the finder: words are found in all texts, \
    author:austen in one field, rating>=4, finished:2024, status:to-read, -word, a | b.
    """

  init(options: FileOptions) {
    (self.options, tools) = (options, AgentTools(isReadOnly: options.readOnly))
  }

  private var serverInfo: JSONValue {
    .object([("name", .string("booklist")), ("version", .string(Version.text))])
  }

  private static let capabilities = JSONValue.object([("tools", .object([]))])

  /// Further members of results from 2026 on; older clients ignore them.
  private static let complete: [(name: String, value: JSONValue)] = [("resultType", .string("complete"))]
  private static let uncached: [(name: String, value: JSONValue)] =
    complete + [("ttlMs", .number("0")), ("cacheScope", .string("private"))]

  /// The answer to `initialize`: the requested protocol version if this program supports it.
  func greeting(to version: String?) -> JSONValue {
    let handshakes = AgentServer.versions.dropFirst()
    let spoken = handshakes.first { $0 == version } ?? handshakes.first ?? ""
    return .object([
      ("protocolVersion", .string(spoken)), ("capabilities", Self.capabilities), ("serverInfo", serverInfo),
      ("instructions", .string(Self.instructions)),
    ])
  }

  var discovery: JSONValue {
    .object(
      [
        ("supportedVersions", .list(AgentServer.versions.map(JSONValue.string))),
        ("capabilities", Self.capabilities),
        ("instructions", .string(Self.instructions)),
        ("_meta", .object([("io.modelcontextprotocol/serverInfo", serverInfo)])),
      ] + Self.uncached)
  }

  var toolList: JSONValue {
    let fields = fields
    let list = tools.all.map { $0.description(fields, tools) }
    return .object([("tools", .list(list))] + Self.uncached)
  }

  static func result(_ texts: [String], isError: Bool) -> JSONValue {
    let blocks = texts.filter { !$0.isEmpty }.map {
      JSONValue.object([("type", .string("text")), ("text", .string($0))])
    }
    return .object([("content", .list(blocks)), ("isError", .truth(isError))] + complete)
  }

  private func look<Result>(readOnly isReadOnly: Bool, _ body: (BookStore) -> Result) -> Result? {
    var options = options.storeOptions
    if isReadOnly { (options.isReadOnly, options.editLog) = (true, nil) }
    options.busyTimeout = .milliseconds(500)
    guard let store = try? BookStore(path: self.options.path, options: options) else { return nil }
    defer { _ = store.close() }
    return body(store)
  }

  /// The number of the latest step of the history, 0 if there is none; nil if it cannot be read now.
  var latestStep: Int64? {
    let step: Int64?? = look(readOnly: false) { store in
      guard let steps = try? store.history.steps(limit: 1) else { return nil }
      if case .unavailable = store.logState { return nil }
      return steps.first?.main.step ?? 0
    }
    return step ?? nil
  }

  private var fields: [(name: String, value: JSONValue)] { look(readOnly: true, Self.fields) ?? [] }

  private static func fields(of store: BookStore) -> [(name: String, value: JSONValue)] {
    store.schema.fields.filter { !$0.isGenerated && !$0.kind.isBytes }.map { field in
      let choices = field.kind.choices.isEmpty ? "" : ": \(field.kind.choices.joined(separator: ", "))"
      let about = "\(field.label) (\(field.kind.name))\(choices)"
      return (field.column, .object([("type", AgentParameter.valueTypes), ("description", .string(about))]))
    }
  }
}
