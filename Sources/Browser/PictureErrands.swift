import BookStore
import Cells
import Screens

/// Has pictures drawn away from the loop, one at a time.
final class PictureErrands {
  private let workspace: Workspace
  private let givenMaker: PictureMaker?
  /// What draws them; PATH is searched when the first one is wanted.
  private lazy var maker = givenMaker ?? PictureMaker()
  /// How the terminal shows pixels, as of the last picture.
  private var pixels: PixelScreen?
  /// The picture that is being drawn.
  private var current: (request: PictureRequest, errand: Errand<DrawnPicture>)?

  init(_ workspace: Workspace, maker: PictureMaker?) { (self.workspace, givenMaker) = (workspace, maker) }

  /// Has the picture drawn that a screen has room for; one that is not wanted any more is abandoned.
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
    }
  }

  private func start(_ request: PictureRequest) -> Errand<DrawnPicture>? {
    let value =
      if let id = request.id {
        try? workspace.store.read(request.field, of: id)
      } else {
        workspace.stack.needs.draftValue(request.field)
      }
    guard case .blob(let bytes)? = value else { return nil }
    return maker.start(request, of: bytes, on: workspace.terminal)
  }

  /// Ends the program that draws, which would otherwise outlive this one.
  func cancel() { current?.errand.cancelAndWait() }
}

/// What became of a picture.
struct DrawnPicture: Sendable {
  /// The picture, or nil if it cannot be drawn.
  let cells: Picture?
  /// What all of its bytes say of it.
  let info: ImageInfo?
}
