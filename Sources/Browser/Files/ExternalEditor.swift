import Cells
import Platform
import Screens

/// Edits a text in the person's own editor, using a temporary file.
struct ExternalEditor {
  enum Failure: Error {
    case file(errno: Int32)
    case ended(ProgramEnd)
    case notAFile
    case notUTF8
  }

  /// A shell command, which may have arguments: `code -w`.
  let command: String

  /// `VISUAL`, then `EDITOR`, then `vi`; an empty variable counts as not set.
  static var ofEnvironment: String {
    ["VISUAL", "EDITOR"].compactMap(Environment.value).first { !$0.isEmpty } ?? "vi"
  }

  /// Returns the edited text, without a trailing newline that only the editor has added.
  func edit(_ text: String, on terminal: any Terminal) throws(Failure) -> String {
    let path = try Self.write(text)
    defer { unlink(path) }
    let end = terminal.run(["/bin/sh", "-c", line, "sh", path])
    guard end == .exited(0) else { throw .ended(end) }
    guard Self.isFile(path) else { throw .notAFile }
    guard let bytes = try? DescriptorBytes.readAll(path) else { throw .file(errno: ENOENT) }
    guard let edited = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    // A newline may form one cluster with a carriage return, which is kept if the text had it.
    guard !text.utf8.elementsEqual(edited.utf8), text.utf8.last != 0x0A, edited.utf8.last == 0x0A else {
      return edited
    }
    return String(edited.unicodeScalars.dropLast())
  }

  /// A single command gets `exec`, so that signals reach the editor and no shell.
  private var line: String {
    let isSingle = !command.contains { ";&|(){}!\n".contains($0) }
    let setsVariable = command.prefix { $0 != " " }.contains("=")
    return (isSingle && !setsVariable ? "exec " : "") + command + " \"$1\""
  }

  /// Reading a pipe would block.
  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  private static func write(_ text: String) throws(Failure) -> String {
    let folder = Environment.value("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var path = Array((folder + "/booklist-XXXXXX.txt").utf8CString)
    let file = mkstemps(&path, 4)
    guard file >= 0 else { throw .file(errno: errno) }
    let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { close(file) }
    do throws(SystemError) { try DescriptorBytes.writeAll(text.utf8, to: file) } catch {
      unlink(name)
      throw .file(errno: error.number)
    }
    return name
  }
}

extension BrowserWording {
  static func sentence(_ failure: ExternalEditor.Failure, _ command: String) -> Message {
    switch failure {
    case .file(let errno):
      .problem("The temporary file cannot be used: \(String(cString: strerror(errno)).lowercasedFirst).")
    case .ended(.exited(126)), .ended(.exited(127)), .ended(.notStarted):
      .problem("The editor “\(command)” cannot be started; set VISUAL or EDITOR to yours.")
    case .ended(.exited(let status)):
      .problem("The editor ended with status \(status), so the text is unchanged.")
    case .ended(.signalled(let number)):
      .problem("Signal \(number) ended the editor, so the text is unchanged.")
    case .notAFile:
      .problem("The editor did not leave a regular file, so the text is unchanged.")
    case .notUTF8: .problem("The editor saved text that is not UTF-8, so the text is unchanged.")
    }
  }
}

enum AddressOpener {
  #if canImport(Darwin)
    private static let program = "open"
  #else
    private static let program = "xdg-open"
  #endif

  /// The `file:` URL of an absolute path (RFC 8089).
  static func address(ofFile path: String) -> String {
    let encoded = path.unicodeScalars.map { ["%": "%25", "?": "%3F", "#": "%23"][$0] ?? String($0) }
    return "file://" + encoded.joined()
  }

  static func open(_ address: String) -> Message {
    guard let path = Environment.program(program),
      let process = try? SpawnedProcess(path, [address])
    else { return Wording.cannotOpen(address, noProgram: program) }
    // Unless a process is waited for, it stays a zombie.
    SystemThread.start("address") { _ = process.wait() }
    return Wording.opened(address)
  }
}
