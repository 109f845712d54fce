import Formats

/// A message of JSON-RPC 2.0 from an agent.
struct AgentMessage {
  /// What the answer has to repeat: a text or a number; nil for a notification, which gets no answer.
  let id: JSONValue?
  let method: String
  let params: JSONValue

  /// Takes a message apart; nil for an answer, since this program sends no requests.
  ///
  /// - Throws: `noRequest`.
  init?(_ value: JSONValue) throws(AgentError) {
    guard case .string("2.0")? = value["jsonrpc"] else { throw .noRequest }
    if value["method"] == nil, value["result"] != nil || value["error"] != nil { return nil }
    guard case .string(let method)? = value["method"] else { throw .noRequest }
    id = Self.id(in: value)
    if id == nil, value["id"] != nil { throw .noRequest }
    self.method = method
    params = value["params"] ?? .object([])
  }

  /// The JSON of a line.
  ///
  /// - Throws: `notJSON`.
  static func value(of line: [UInt8]) throws(AgentError) -> JSONValue {
    guard let value = try? JSONReader.value(of: line) else { throw .notJSON }
    return value
  }

  /// The id of a message, also of one that is otherwise wrong.
  static func id(in value: JSONValue) -> JSONValue? {
    switch value["id"] {
    case .string(let text)?: .string(text)
    case .number(let digits)?: .number(digits)
    default: nil
    }
  }

  /// The version of the protocol that this message names, as those from 2026 on do.
  var version: String? { params["_meta"]?["io.modelcontextprotocol/protocolVersion"]?.plain }

  /// The arguments of a call.
  var arguments: JSONValue {
    if let arguments = params["arguments"], !arguments.isNull { arguments } else { .object([]) }
  }

  /// The line that answers a request.
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
