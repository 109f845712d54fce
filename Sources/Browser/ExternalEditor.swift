import Cells
import Platform

/// The person's own editor, which gets a text in a temporary file.
struct ExternalEditor {
  /// Why no text came back.
  enum Failure: Error {
    /// The file could not be written or read; the number is the system's.
    case file(errno: Int32)
    /// The editor could not be started, or did not end well.
    case ended(ProgramEnd)
    /// The editor left something other than a file in its place.
    case notAFile
    /// What came back is not UTF-8.
    case notUTF8
  }

  /// A command for the shell, which may have arguments: `code -w`.
  let command: String

  /// What the environment asks for: `VISUAL`, then `EDITOR`, then `vi`; an empty one counts as not set.
  static var ofEnvironment: String {
    ["VISUAL", "EDITOR"].compactMap(Environment.value).first { !$0.isEmpty } ?? "vi"
  }

  /// Has a text edited, and gives what came of it.
  ///
  /// A newline at the end that the text did not have is the editor's and is taken away. The file can be read by its owner
  /// alone, and is gone afterwards.
  func edit(_ text: String, on terminal: any Terminal) throws(Failure) -> String {
    let path = try Self.write(text)
    defer { unlink(path) }
    let end = terminal.run(["/bin/sh", "-c", line, "sh", path])
    guard end == .exited(0) else { throw .ended(end) }
    guard Self.isFile(path) else { throw .notAFile }
    guard let bytes = try? DescriptorBytes.readAll(path) else { throw .file(errno: ENOENT) }
    guard let edited = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    // A newline may be one cluster with a return before it, which stays where the text had it.
    guard !text.utf8.elementsEqual(edited.utf8), text.utf8.last != 0x0A, edited.utf8.last == 0x0A else {
      return edited
    }
    return String(edited.unicodeScalars.dropLast())
  }

  /// What the shell is to do: become the editor where the command is a single one, so that the editor is what is ended where
  /// that is needed, and no shell in between.
  private var line: String {
    let isSingle = !command.contains { ";&|(){}!\n".contains($0) }
    let setsVariable = command.prefix { $0 != " " }.contains("=")
    return (isSingle && !setsVariable ? "exec " : "") + command + " \"$1\""
  }

  /// Whether there is nothing but a file at a path: reading a pipe would wait.
  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  /// Writes a text to a new file in the folder for temporary ones, and gives its path.
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
