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
      do throws(FileError) {
        let entries = try FolderReader.entries(of: folder, isCancelled: { errand.isCancelled })
        return entries.map { FolderListing(asked: asked, path: folder, entries: $0) }
      } catch {
        let problem = Message.problem(Wording.sentence(error, folder))
        return FolderListing(asked: asked, path: folder, entries: [], problem: problem)
      }
    }
  }

  /// Begins to read a file for the field that asked for one.
  func readFile(_ path: Text, isConfirmed: Bool) {
    begin(Wording.reading(path)) { errand in
      do throws(FileError) {
        let bytes = try FileBytes.read(path.expandingHome, mayBeLarge: isConfirmed) { fraction in
          errand.tell(fraction)
          return !errand.isCancelled
        }
        return bytes.map { .read($0) }
      } catch {
        return .failed(error, path, .readFile(path, isConfirmed: true))
      }
    }
  }

  /// Begins to write a field's bytes to a file.
  func writeFile(_ id: RecordID, _ field: Int, to path: Text, isConfirmed: Bool) throws(StoreError) {
    guard case .blob(let bytes) = try store.read(field, of: id) else {
      return stack.message = Wording.nothingThere
    }
    begin(Wording.writing(path)) { _ in
      do throws(FileError) {
        try FileBytes.write(bytes, to: path.expandingHome, mayReplace: isConfirmed)
        return .written(path)
      } catch {
        return .failed(error, path, .writeFile(id, field: field, to: path, isConfirmed: true))
      }
    }
  }

  private func begin(_ doing: String, _ work: @escaping @Sendable (Errand<FileOutcome>) -> FileOutcome?) {
    guard errands.file == nil else { return stack.message = Wording.stillWorking }
    errands.doing = doing
    errands.file = Errand(terminal.waker, work)
  }

  /// Takes in what was found out about folders and files; nobody waits for it where no file is being chosen any more.
  func takeFiles() {
    guard stack.isChoosingFile else {
      errands.folder?.cancel()
      errands.file?.cancel()
      (errands.folder, errands.file) = (nil, nil)
      return
    }
    if let listing = errands.folder?.take() {
      errands.folder = nil
      if listing.problem == nil { errands.lastFolder = listing.path }
      stack.receive(.folder(listing))
    }
    if let outcome = errands.file?.take() {
      errands.file = nil
      take(outcome)
    }
  }

  private func take(_ outcome: FileOutcome) {
    switch outcome {
    case .read(let bytes): perform(stack.take(.blob(bytes)))
    case .written(let path):
      stack.receive(.fileWritten)
      stack.message = Wording.written(path)
    case .failed(.exists, let path, let effect):
      stack.receive(
        .alert(
          AlertScreen(
            Wording.exists(path),
            answers: [
              .init("Replace", effects: [effect], isDestructive: true), .init("Cancel"),
            ])))
    case .failed(.large(let size), let path, let effect):
      stack.receive(
        .alert(
          AlertScreen(
            Wording.isLarge(path, size),
            answers: [
              .init("Read it", effects: [effect]), .init("Cancel"),
            ])))
    case .failed(let error, let path, _):
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
