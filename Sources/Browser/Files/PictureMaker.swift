import Cells
import Platform
import Records
import Screens

/// Draws pictures as characters with the program chafa, if that is installed.
public struct PictureMaker: Sendable {
  let path: String?
  let limit: Duration

  /// In bytes; a cell in 24-bit colour takes about 40, a pixel at most 6.
  private static let outputLimit = 8 << 20
  /// The most pixels of a picture passed to chafa, which holds them all in memory.
  private static let pixelLimit = 100_000_000

  /// Looks for chafa in PATH or in the given folders; chafa is killed after the limit.
  public init(searchPath: String? = nil, limit: Duration = .seconds(60)) {
    path = Environment.program("chafa", in: searchPath)
    self.limit = limit
  }

  func start(_ request: PictureRequest, of bytes: [UInt8], on terminal: any Terminal) -> ErrandThread<
    DrawnPicture
  >? {
    guard let path, let info = ImageInfo(bytes), Self.isReasonable(info) else { return nil }
    let ratio = terminal.pixels?.cellRatio ?? 2
    let size = info.size.map { request.size(of: $0, cellRatio: ratio) } ?? request.room
    let arguments =
      Self.arguments(size, colors: terminal.colors, isUnicode: terminal.isUnicode)
      + ["--font-ratio", "\(1 / ratio)", "-"]
    return ErrandThread(terminal.waker) { [limit, pixels = terminal.pixels] errand in
      func run(_ arguments: [String]) -> [UInt8]? {
        PipedProgram.output(
          of: path, arguments, feeding: bytes, limit: limit, upTo: Self.outputLimit,
          isCancelled: { errand.isCancelled })
      }
      var cells = run(arguments).flatMap { Picture(printed: $0, size: size) }
      if let pixels, let shown = cells?.size {
        cells?.pixels = run(Self.arguments(shown, pixels)).flatMap {
          PixelPicture(printed: $0, on: pixels, size: shown)
        }
      }
      return DrawnPicture(cells: cells, info: info)
    }
  }

  private static func isReasonable(_ info: ImageInfo) -> Bool {
    guard let size = info.size else { return true }
    let (count, isTooLarge) = size.width.multipliedReportingOverflow(by: size.height)
    return !isTooLarge && count > 0 && count <= pixelLimit
  }

  static func arguments(_ size: Size, colors: Int, isUnicode: Bool) -> [String] {
    let mode =
      switch colors {
      case ..<8: "none"
      case ..<16: "8"
      case ..<256: "16"
      // Excludes the sixteen colours that people configure themselves.
      case 256: "240"
      default: "full"
      }
    let symbols = isUnicode ? [] : ["--symbols", "ascii"]
    return ["--format", "symbols", "--size", "\(size.columns)x\(size.rows)", "--scale", "max"]
      + ["--colors", mode, "--animate", "off", "--polite", "on", "--threads", "1"] + symbols
  }

  /// Without a terminal, chafa assumes cells of 8 by 8 pixels, so the number of cells is scaled.
  static func arguments(_ size: Size, _ screen: PixelScreen) -> [String] {
    let format =
      switch screen.format {
      case .kitty: "kitty"
      case .iterm: "iterm"
      case .sixel: "sixels"
      }
    let columns = max(1, size.columns * screen.cellWidth / 8)
    let rows = max(1, size.rows * screen.cellHeight / 8)
    return ["--format", format, "--size", "\(columns)x\(rows)", "--scale", "max", "--stretch"]
      + ["--animate", "off", "--polite", "on", "--threads", "1", "-"]
  }
}
