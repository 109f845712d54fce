import BookStore
import Cells
import Platform
import Records
import Screens

final class FileErrands: Errand {
  enum Transfer {
    case reading(Text)
    case writing(Text)

    var path: Text {
      switch self {
      case .reading(let path), .writing(let path): path
      }
    }
  }

  /// In bytes; larger files are read only after a question.
  private static let largeFile = 64 << 20

  private let workspace: Workspace
  private var folder: ErrandThread<FolderListing>?
  private var lastFolder: Text?
  private var transfer: Transfer?
  private var fraction: Double?

  init(_ workspace: Workspace) { self.workspace = workspace }

  private var store: BookStore { workspace.store }
  var kind: ErrandKind { .file }
  var isOver: Bool { folder == nil && !store.files.isTransferring }

  var progress: WorkProgress? {
    guard store.files.isTransferring, let transfer else { return nil }
    return WorkProgress(BrowserWording.doing(transfer), fraction: fraction)
  }

  /// Abandons an earlier read; an empty path means the folder read last, or the current folder.
  func list(_ asked: Text) {
    folder?.cancel()
    let current = Text(".").resolved ?? "."
    let start = asked.bytes.isEmpty ? lastFolder ?? current : current
    workspace.stack.receive(.startFolder(start))
    workspace.errands.begin(self)
    let path = asked.bytes.isEmpty ? start : asked.expandingHome
    folder = ErrandThread(workspace.waker) { errand in
      let folder = path.resolved ?? path
      do throws(StoreError) {
        let entries = try FolderReader.entries(of: folder, isCancelled: { errand.isCancelled })
        return entries.map { FolderListing(asked: asked, path: folder, entries: $0) }
      } catch {
        let problem = Message.problem(BrowserWording.sentence(error, folder))
        return FolderListing(asked: asked, path: folder, entries: [], problem: problem)
      }
    }
  }

  func readFile(_ path: Text, isConfirmed: Bool) throws(StoreError) {
    let file = path.expandingHome
    let size: Int
    do throws(StoreError) { size = try store.files.byteCount(ofFile: file) } catch {
      return refuse(error, path)
    }
    guard isConfirmed || size <= Self.largeFile else {
      return ask(BrowserWording.isLarge(path, size), "Read it", .readFile(path, isConfirmed: true))
    }
    begin(.reading(path)) { store.files.startImport(of: file) }
  }

  func writeFile(_ id: RecordID, _ field: Int, to path: Text, isConfirmed: Bool) throws(StoreError) {
    let file = path.expandingHome
    do throws(StoreError) { try store.files.checkIsForeign(file) } catch { return refuse(error, path) }
    if !isConfirmed, (try? store.files.byteCount(ofFile: file)) != nil {
      let effect = Effect.writeFile(id, field: field, to: path, isConfirmed: true)
      return ask(BrowserWording.exists(path), "Replace", effect, isDestructive: true)
    }
    var failure: StoreError?
    begin(.writing(path)) {
      do throws(StoreError) { try store.files.startExport(field, of: id, to: file) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private func refuse(_ error: StoreError, _ path: Text) {
    workspace.stack.receive(.refused(.problem(BrowserWording.sentence(error, path))))
  }

  /// Enter alone never confirms anything destructive.
  private func ask(_ question: Message, _ answer: String, _ effect: Effect, isDestructive: Bool = false) {
    let yes = AlertScreen.Answer(answer, effects: [effect], isDestructive: isDestructive)
    let cancel = AlertScreen.Answer("Cancel")
    workspace.stack.receive(.alert(AlertScreen(question, answers: [cancel, yes])))
  }

  private func begin(_ transfer: Transfer, _ start: () -> Void) {
    guard !store.files.isTransferring else { return workspace.stack.message = Wording.stillWorking }
    (self.transfer, fraction) = (transfer, nil)
    start()
    workspace.errands.begin(self)
  }

  func takeNews() -> ErrandNews? {
    guard workspace.stack.needs.isChoosingFile else {
      end()
      if store.files.isTransferring { store.files.cancelTransfer() }
      return nil
    }
    if let listing = folder?.take() {
      folder = nil
      if listing.problem == nil { lastFolder = listing.path }
      workspace.stack.receive(.folder(listing))
    }
    switch store.files.takeTransfer() {
    case nil: break
    case .progress(let count, let total): fraction = Double(count) / Double(max(1, total))
    case .imported(_, let value): return .effects(workspace.stack.take(value))
    case .exported:
      workspace.stack.receive(.fileWritten)
      if let transfer { workspace.stack.message = BrowserWording.written(transfer.path) }
    case .failed(let error): refuse(error, transfer?.path ?? "")
    }
    return nil
  }

  func end() {
    folder?.cancel()
    folder = nil
  }
}

private enum FolderReader {
  static func entries(of folder: Text, isCancelled: () -> Bool) throws(StoreError) -> [FileEntry]? {
    var (found, isUnwanted): ([(key: [UInt8], entry: FileEntry)], Bool) = ([], false)
    let error = folder.withPath { path -> SystemError? in
      do throws(SystemError) {
        try Folder.forEachName(in: path) { bytes, folder in
          isUnwanted = found.count % 256 == 0 && isCancelled()
          if !isUnwanted { found.append((key(bytes), entry(Text(bytes: bytes), in: folder))) }
          return !isUnwanted
        }
        return nil
      } catch {
        return error
      }
    }
    if let error { throw .cannotOpen(path: folder.string, reason: .system(errno: error.number)) }
    if isUnwanted { return nil }
    found.sort {
      if $0.entry.isFolder != $1.entry.isFolder { return $0.entry.isFolder }
      return $0.key.lexicographicallyPrecedes($1.key)
    }
    return found.map(\.entry)
  }

  private static func key(_ name: [UInt8]) -> [UInt8] {
    name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  private static func entry(_ name: Text, in folder: Int32) -> FileEntry {
    var status = stat()
    guard name.withPath({ fstatat(folder, $0, &status, 0) }) == 0 else {
      return FileEntry(name: name, isFolder: false)
    }
    let kind = status.st_mode & S_IFMT
    return FileEntry(
      name: name, isFolder: kind == S_IFDIR, byteCount: kind == S_IFREG ? Int(status.st_size) : nil)
  }
}

extension BrowserWording {
  static func doing(_ transfer: FileErrands.Transfer) -> String {
    switch transfer {
    case .reading(let path): "Reading \(name(of: path))"
    case .writing(let path): "Writing \(name(of: path))"
    }
  }
}

extension Text {
  /// The path with `~` at its start replaced by the home folder.
  public var expandingHome: Text {
    guard bytes.first == UInt8(ascii: "~"), bytes.count == 1 || bytes[1] == UInt8(ascii: "/") else {
      return self
    }
    let home = Environment.value("HOME") ?? Environment.accountHome
    return Text(bytes: Array(home.utf8) + bytes.dropFirst())
  }
}
