import Formats
import Platform

/// Why an agent's message is refused, or why the server ends.
enum AgentError: Error {
  /// The line is not JSON.
  case notJSON
  /// The line is longer than `AgentInput.longestLine`.
  case tooLong
  /// The JSON is not a request of JSON-RPC 2.0.
  case noRequest
  /// There is no such method.
  case noMethod(String)
  /// There is no such tool, or it is not offered while the library is read-only.
  case noTool(String)
  /// Too many calls are waiting.
  case tooMany
  /// The server does not speak this version of the protocol.
  case otherVersion(String)
  /// This program's file is not found, so that no command can be started.
  case noProgram
  /// Nobody reads the answers any more.
  case notWritten(SystemError)

  /// The code of JSON-RPC, or of the protocol.
  var code: Int {
    switch self {
    case .notJSON, .tooLong: -32_700
    case .noRequest: -32_600
    case .noMethod: -32_601
    case .noTool: -32_602
    case .tooMany: -32_000
    case .otherVersion: -32_022
    case .noProgram, .notWritten: -32_603
    }
  }

  /// What is wrong, and what would be right.
  var sentence: String {
    switch self {
    case .notJSON: "This line is not JSON. Each message is one line of JSON."
    case .tooLong: "This line is longer than \(AgentInput.longestLine >> 20) MB, so it was left out."
    case .noRequest:
      "This is not a request of JSON-RPC 2.0: that has jsonrpc “2.0”, a method, and a text or number as its id."
    case .noMethod(let name): "There is no method “\(name)”. The methods are \(AgentServer.methods)."
    case .noTool(let name): "There is no tool “\(name)”. tools/list names the tools."
    case .tooMany: "Too many calls are waiting. Wait for their answers, or cancel some."
    case .otherVersion(let version): "“\(version)” is not a version of the protocol that this program speaks."
    case .noProgram: "booklist cannot find its own program file, so it cannot run commands for an agent."
    case .notWritten(let error): "The answer could not be written: \(error.reason)."
    }
  }

  /// More for programs: the versions that this one speaks.
  var details: JSONValue? {
    guard case .otherVersion(let version) = self else { return nil }
    let versions = AgentServer.versions.map(JSONValue.string)
    return .object([("supported", .list(versions)), ("requested", .string(version))])
  }
}
