import Formats
import Platform

/// Why the server refuses an agent's message, or ends.
enum AgentError: Error {
  case notJSON
  case tooLong
  case noRequest
  case noMethod(String)
  /// No such tool exists, or it is not offered while the library is read-only.
  case noTool(String)
  case tooMany
  case otherVersion(String)
  /// This program's executable was not found, so no command can be started.
  case noProgram
  /// The agent no longer reads the answers.
  case notWritten(SystemError)

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

  var details: JSONValue? {
    guard case .otherVersion(let version) = self else { return nil }
    let versions = AgentServer.versions.map(JSONValue.string)
    return .object([("supported", .list(versions)), ("requested", .string(version))])
  }
}
