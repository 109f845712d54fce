import BookStore
import Cells
import Records
import Screens

/// Folders and files, which are read and written away from the loop.
extension Browser {
  /// Begins to read a folder; one that is still being read is not waited for any more.
  func list(_ asked: Text) {
    errands.folder?.cancel()
    let path = asked.bytes.isEmpty ? errands.lastFolder ?? "." : asked.expandingHome
    errands.folder = Errand(terminal.waker) { errand in
      let folder = path.resolved ?? path
      do throws(StoreError) {
        let entries = try FolderReader.entries(of: folder, isCancelled: { errand.isCancelled })
        return entries.map { FolderListing(asked: asked, path: folder, entries: $0) }
      } catch {
        let problem = Message.problem(Wording.sentence(error, folder))
        return FolderListing(asked: asked, path: folder, entries: [], problem: problem)
      }
    }
  }

  /// Begins to read a file for the field that asked for one; a large one after a question.
  func readFile(_ path: Text, isConfirmed: Bool) throws(StoreError) {
    let file = path.expandingHome
    let size: Int
    do throws(StoreError) { size = try store.files.byteCount(ofFile: file) } catch {
      return stack.receive(.refused(.problem(Wording.sentence(error, path))))
    }
    guard isConfirmed || size <= Self.largeFile else {
      return ask(Wording.isLarge(path, size), "Read it", .readFile(path, isConfirmed: true))
    }
    begin(.reading(path)) { store.files.startImport(of: file) }
  }

  /// The bytes beyond which the person is asked before a file is read.
  private static let largeFile = 64 << 20

  /// Begins to write a field's bytes to a file; one that is there is replaced after a question.
  func writeFile(_ id: RecordID, _ field: Int, to path: Text, isConfirmed: Bool) throws(StoreError) {
    let file = path.expandingHome
    do throws(StoreError) { try store.files.checkIsForeign(file) } catch {
      return stack.receive(.refused(.problem(Wording.sentence(error, path))))
    }
    if !isConfirmed, (try? store.files.byteCount(ofFile: file)) != nil {
      let effect = Effect.writeFile(id, field: field, to: path, isConfirmed: true)
      return ask(Wording.exists(path), "Replace", effect, isDestructive: true)
    }
    var failure: StoreError?
    begin(.writing(path)) {
      do throws(StoreError) { try store.files.startExport(field, of: id, to: file) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Asks before something is done; what destroys is not done by Enter alone.
  private func ask(_ question: Message, _ answer: String, _ effect: Effect, isDestructive: Bool = false) {
    let yes = AlertScreen.Answer(answer, effects: [effect], isDestructive: isDestructive)
    let cancel = AlertScreen.Answer("Cancel")
    stack.receive(.alert(AlertScreen(question, answers: isDestructive ? [cancel, yes] : [yes, cancel])))
  }

  private func begin(_ errand: FileErrands.Transfer, _ start: () -> Void) {
    guard !store.files.isTransferring else { return stack.message = Wording.stillWorking }
    errands.transfer = errand
    errands.progress = nil
    start()
  }

  /// Takes in what was found out about folders and files; nobody waits for it where no file is being chosen any more.
  func takeFiles() {
    guard stack.isChoosingFile else {
      errands.folder?.cancel()
      errands.folder = nil
      if store.files.isTransferring { store.files.cancelTransfer() }
      return
    }
    if let listing = errands.folder?.take() {
      errands.folder = nil
      if listing.problem == nil { errands.lastFolder = listing.path }
      stack.receive(.folder(listing))
    }
    if let news = store.files.takeTransfer() { take(news) }
  }

  private func take(_ news: TransferNews) {
    switch news {
    case .progress(let count, let total): errands.progress = Double(count) / Double(max(1, total))
    case .imported(_, let value): perform(stack.take(value))
    case .exported:
      stack.receive(.fileWritten)
      if let path = errands.transfer?.path { stack.message = Wording.written(path) }
    case .failed(let error):
      let path = errands.transfer?.path ?? ""
      stack.receive(.refused(.problem(Wording.sentence(error, path))))
    }
  }

  // MARK: Pictures

  /// Has the picture drawn that a screen has room for; one that is not wanted any more is given up.
  func drawPictures() {
    if let (request, errand) = errands.picture {
      if let picture = errand.take() {
        errands.picture = nil
        stack.receive(.picture(request, picture.cells, picture.info))
      } else if stack.wantedPicture != request {
        errand.cancel()
        errands.picture = nil
      }
    }
    while errands.picture == nil, let request = stack.wantedPicture, pictureMaker.path != nil {
      guard let errand = startPicture(request) else {
        stack.receive(.picture(request, nil, nil))
        continue
      }
      errands.picture = (request, errand)
    }
  }

  private func startPicture(_ request: PictureRequest) -> Errand<DrawnPicture>? {
    guard case .blob(let bytes)? = try? store.read(request.field, of: request.id) else { return nil }
    return pictureMaker.start(request, of: bytes, on: terminal)
  }
}
