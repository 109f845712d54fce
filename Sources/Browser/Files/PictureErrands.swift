import BookStore
import Cells
import Screens

/// Draws pictures in the background, one at a time.
final class PictureErrands: Errand {
  private let workspace: Workspace
  private let givenMaker: PictureMaker?
  /// PATH is searched for the first picture.
  private lazy var maker = givenMaker ?? PictureMaker()
  private var pixels: PixelScreen?
  private var current: (request: PictureRequest, errand: ErrandThread<DrawnPicture>)?

  var kind: ErrandKind { .picture }
  var isOver: Bool { current == nil }

  init(_ workspace: Workspace, maker: PictureMaker?) { (self.workspace, givenMaker) = (workspace, maker) }

  /// Starts drawing the picture that a screen has room for; abandons a picture that is no longer wanted.
  func draw() {
    if workspace.terminal.pixels != pixels {
      pixels = workspace.terminal.pixels
      current?.errand.cancel()
      current = nil
      workspace.stack.receive(.forgetPictures)
    }
    if let (request, errand) = current {
      if let picture = errand.take() {
        current = nil
        workspace.stack.receive(.picture(request, picture.cells, picture.info))
      } else if workspace.stack.needs.picture != request {
        errand.cancel()
        current = nil
      }
    }
    while current == nil, let request = workspace.stack.needs.picture {
      guard maker.path != nil, let errand = start(request) else {
        workspace.stack.receive(maker.path == nil ? .cannotDraw(request) : .picture(request, nil, nil))
        continue
      }
      current = (request, errand)
      workspace.errands.begin(self)
    }
  }

  private func start(_ request: PictureRequest) -> ErrandThread<DrawnPicture>? {
    let value =
      if let id = request.id {
        try? workspace.store.shelf.read(request.field, of: id)
      } else {
        workspace.stack.needs.draftValue(request.field)
      }
    guard case .blob(let bytes)? = value else { return nil }
    return maker.start(request, of: bytes, on: workspace.terminal)
  }

  /// Kills the drawing program, which would otherwise outlive this one.
  func end() { current?.errand.cancelAndWait() }
}

struct DrawnPicture: Sendable {
  let cells: Picture?
  /// The picture's metadata, which needs all of its bytes.
  let info: ImageInfo?
}
