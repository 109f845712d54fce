import BookStore
import Formats
import Platform
import Records
import Screens

/// Saves unsaved input to a file, so that a killed program loses at most the last second of typing.
///
/// Each process locks its own file, which tells others that it is still running.
final class InputKeeper {
  private unowned let workspace: Workspace
  private var file: Int32 = -1
  private var written: UnsavedInput?

  /// In bytes; longer input is not saved.
  private static let byteLimit = 4 << 20

  init(_ workspace: Workspace) { self.workspace = workspace }

  deinit { if file >= 0 { close(file) } }

  private var folder: String? {
    workspace.settings.stateFile.map { Folder.containing($0) + "/typed" }
  }

  private var stem: String? {
    Folder.realPath(of: workspace.store.path).map { Folder.hash(ofPath: $0) + "-" }
  }

  func keep() {
    // A result has no input of its own; the library's input stays saved.
    guard workspace.result == nil else { return }
    let input = workspace.stack.needs.unsavedInput
    guard input != written else { return }
    written = input
    guard let input else { return remove() }
    let bytes = Array(Self.json(input).text.utf8)
    guard bytes.count <= Self.byteLimit, let file = ownFile() else { return }
    // The file is truncated last; if that fails, the leftover bytes make invalid JSON, which is ignored.
    guard lseek(file, 0, SEEK_SET) == 0, (try? DescriptorBytes.writeAll(bytes, to: file)) != nil else {
      return
    }
    ftruncate(file, off_t(bytes.count))
  }

  /// After a crash, the file would restore input that was saved or discarded.
  func forgetSaved() {
    if file >= 0, workspace.stack.needs.unsavedInput == nil { keep() }
  }

  private var path: String? {
    guard let folder, let stem else { return nil }
    return "\(folder)/\(stem)\(getpid())"
  }

  private func ownFile() -> Int32? {
    if file >= 0 { return file }
    guard let folder, let path, (try? Folder.make(folder)) != nil else { return nil }
    file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if file >= 0 { flock(file, LOCK_EX | LOCK_NB) }
    return file >= 0 ? file : nil
  }

  private func remove() {
    guard file >= 0, let path else { return }
    unlink(path)
    close(file)
    file = -1
  }

  func restore() {
    guard let folder, let stem, let names = try? Folder.names(in: folder) else { return }
    for name in names.sorted() where name.hasPrefix(stem) {
      guard let input = Self.take("\(folder)/\(name)") else { continue }
      return workspace.stack.takeUnsaved(input)
    }
  }

  private static func take(_ path: String) -> UnsavedInput? {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else { return nil }
    let bytes = try? DescriptorBytes.readAll(file, upTo: byteLimit + 1)
    unlink(path)
    return bytes.flatMap { try? JSONReader.value(of: $0) }.flatMap(input)
  }

  private static func json(_ input: UnsavedInput) -> JSONValue {
    let draft = input.draft.sorted { $0.key < $1.key }.map { (name: $0.key, value: JSONValue($0.value)) }
    return .object([
      ("table", .string(input.table)), ("text", input.text.map(JSONValue.string) ?? .null),
      ("draft", .object(draft)),
    ])
  }

  private static func input(_ json: JSONValue) -> UnsavedInput? {
    guard case .string(let table)? = json["table"], case .object(let draft)? = json["draft"] else {
      return nil
    }
    let text = if case .string(let text)? = json["text"] { text } else { nil as String? }
    let values = draft.map { ($0.name, $0.value.cell) }
    return UnsavedInput(table: table, text: text, draft: Dictionary(values) { $1 })
  }
}
