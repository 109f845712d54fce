import Formats

struct AgentMessage {
  /// A text or a number that the answer repeats; nil for a notification, which gets no answer.
  let id: JSONValue?
  let method: String
  let params: JSONValue

  /// Parses a message; nil for an answer, since this program sends no requests.
  init?(_ value: JSONValue) throws(AgentError) {
    guard case .string("2.0")? = value["jsonrpc"] else { throw .noRequest }
    if value["method"] == nil, value["result"] != nil || value["error"] != nil { return nil }
    guard case .string(let method)? = value["method"] else { throw .noRequest }
    id = Self.id(in: value)
    if id == nil, value["id"] != nil { throw .noRequest }
    self.method = method
    params = value["params"] ?? .object([])
  }

  static func value(of line: [UInt8]) throws(AgentError) -> JSONValue {
    guard let value = try? JSONReader.value(of: line) else { throw .notJSON }
    return value
  }

  /// The ID of a message, even if the message is otherwise invalid.
  static func id(in value: JSONValue) -> JSONValue? {
    switch value["id"] {
    case .string(let text)?: .string(text)
    case .number(let digits)?: .number(digits)
    default: nil
    }
  }

  /// The protocol version that this message names; messages from 2026 on do.
  var version: String? { params["_meta"]?["io.modelcontextprotocol/protocolVersion"]?.plain }

  var arguments: JSONValue {
    if let arguments = params["arguments"], !arguments.isNull { arguments } else { .object([]) }
  }

  static func answer(_ result: JSONValue, to id: JSONValue) -> String {
    JSONValue.object([("jsonrpc", .string("2.0")), ("id", id), ("result", result)]).text + "\n"
  }

  /// The line that refuses a request, or a line that is not a request.
  static func refusal(_ error: AgentError, to id: JSONValue?) -> String {
    var members = [("code", JSONValue.number(String(error.code))), ("message", .string(error.sentence))]
    if let details = error.details { members.append(("data", details)) }
    return JSONValue.object([
      ("jsonrpc", .string("2.0")), ("id", id ?? .null), ("error", .object(members)),
    ]).text + "\n"
  }
}
