import Cells
import Platform
import Screens

/// Edits a text in the person's own editor, using a temporary file.
struct ExternalEditor {
  enum Failure: Error {
    case file(errno: Int32)
    /// The editor could not be started, or failed.
    case ended(ProgramEnd)
    /// The editor replaced the file by something other than a file.
    case notAFile
    case notUTF8
  }

  /// A shell command, which may have arguments: `code -w`.
  let command: String

  /// The editor set in the environment: `VISUAL`, then `EDITOR`, then `vi`; an empty variable counts as not set.
  static var ofEnvironment: String {
    ["VISUAL", "EDITOR"].compactMap(Environment.value).first { !$0.isEmpty } ?? "vi"
  }

  /// Opens a text in the editor, and returns the edited text.
  ///
  /// A trailing newline that only the edited text has is the editor's and is removed. The file is readable only by its owner,
  /// and is deleted afterwards.
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

  /// The shell's command line: `exec` for a single command, so that signals reach the editor and no shell in between.
  private var line: String {
    let isSingle = !command.contains { ";&|(){}!\n".contains($0) }
    let setsVariable = command.prefix { $0 != " " }.contains("=")
    return (isSingle && !setsVariable ? "exec " : "") + command + " \"$1\""
  }

  /// Whether the path is a regular file: reading a pipe would block.
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
