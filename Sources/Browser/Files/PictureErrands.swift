import BookStore
import Cells
import Screens

final class PictureErrands: Errand {
  private let workspace: Workspace
  private let givenMaker: PictureMaker?
  private lazy var maker = givenMaker ?? PictureMaker()
  private var pixels: PixelScreen?
  private var current: (request: PictureRequest, errand: ErrandThread<DrawnPicture>)?
  /// When covers are read again after a lock.
  private var nextCover = ContinuousClock.now

  var kind: ErrandKind { .picture }
  var isOver: Bool { current == nil }

  init(_ workspace: Workspace, maker: PictureMaker?) { (self.workspace, givenMaker) = (workspace, maker) }

  var awaitsRest: Bool {
    current == nil && workspace.stack.needs.cover != nil && ContinuousClock.now >= nextCover
  }

  func followTerminal() {
    guard workspace.terminal.pixels != pixels else { return }
    pixels = workspace.terminal.pixels
    current?.errand.cancel()
    current = nil
    workspace.stack.receive(.forgetPictures)
  }

  func refresh() {
    if let (request, errand) = current {
      if let picture = errand.take() {
        current = nil
        workspace.stack.receive(.picture(request, picture.cells, picture.info))
      } else if ![workspace.stack.needs.picture, workspace.stack.needs.cover].contains(request) {
        errand.cancel()
        current = nil
      }
    }
    while current == nil, let request = workspace.stack.needs.picture {
      begin(request) { bytes(for: request) }
    }
  }

  func readCover() {
    guard awaitsRest, let request = workspace.stack.needs.cover, let id = request.id else { return }
    begin(request) { () throws(StoreError) in
      try workspace.store.shelf.glance(at: request.field, of: id, limit: Self.coverLimit)
    }
  }

  /// In bytes; a larger cover stays a spine.
  private static let coverLimit = 16 << 20

  private func begin(_ request: PictureRequest, _ bytes: () throws(StoreError) -> [UInt8]?) {
    // Without colours, blocks show nothing; a spine does.
    guard workspace.terminal.colors > 0 else { return workspace.stack.receive(.picture(request, nil, nil)) }
    guard maker.path != nil else { return workspace.stack.receive(.cannotDraw(request)) }
    var found: [UInt8]?
    do throws(StoreError) {
      found = try bytes()
    } catch {
      if error == .busy { return nextCover = .now + .milliseconds(500) }
    }
    guard let errand = found.flatMap({ maker.start(request, of: $0, on: workspace.terminal) }) else {
      return workspace.stack.receive(.picture(request, nil, nil))
    }
    current = (request, errand)
    workspace.errands.begin(self)
  }

  private func bytes(for request: PictureRequest) -> [UInt8]? {
    let value =
      if let id = request.id {
        try? workspace.store.shelf.read(request.field, of: id)
      } else {
        workspace.stack.needs.draftValue(request.field)
      }
    if case .blob(let bytes)? = value { return bytes } else { return nil }
  }

  /// Kills the drawing program, which would otherwise outlive this one.
  func end() { current?.errand.cancelAndWait() }
}

struct DrawnPicture: Sendable {
  let cells: Picture?
  let info: ImageInfo?
}
