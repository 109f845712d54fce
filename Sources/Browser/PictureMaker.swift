import Cells
import Foundation
import Screens

/// What draws pictures as characters: the program chafa, where it is installed.
public struct PictureMaker: Sendable {
  /// Where chafa is, or nil where there is none.
  let path: String?
  /// How long it may take.
  let limit: Duration

  /// The most bytes that it may put out: a cell of 24 bits has about 40.
  private static let outputLimit = 4 << 20
  /// The most pixels of a picture that it is given, for it holds them all.
  private static let pixelLimit = 100_000_000

  /// Looks for chafa.
  ///
  /// - Parameters:
  ///   - searchPath: the folders, parted by colons, or nil for those of PATH; those that are not absolute are passed over.
  ///   - limit: after which time chafa is killed.
  public init(searchPath: String? = nil, limit: Duration = .seconds(2)) {
    let folders = (searchPath ?? ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    path = folders.lazy.filter { $0.hasPrefix("/") }.map { $0 + "/chafa" }.first {
      access($0, X_OK) == 0
    }
    self.limit = limit
  }

  /// Begins to draw a picture; the result is nil inside where it cannot be drawn.
  func start(_ request: PictureRequest, of bytes: [UInt8], on terminal: any Terminal) -> Errand<Picture?>? {
    guard let path, request.pixelCount <= Self.pixelLimit else { return nil }
    let arguments = Self.arguments(request.size, colors: terminal.colors, isUnicode: terminal.isUnicode)
    return Errand(terminal.waker) { [limit] errand in
      guard var chafa = ChildProcess(path, arguments) else { return .some(nil) }
      let output = chafa.run(
        bytes, limit: limit, maximum: Self.outputLimit, isCancelled: { errand.isCancelled })
      return .some(output.flatMap { Picture(printed: $0, size: request.size) })
    }
  }

  /// What chafa is told: a still picture of characters as large as there is room for, read from standard input.
  static func arguments(_ size: Size, colors: Int, isUnicode: Bool) -> [String] {
    let mode =
      switch colors {
      case ..<8: "none"
      case ..<16: "8"
      case ..<256: "16"
      // Without the sixteen that people choose themselves.
      case 256: "240"
      default: "full"
      }
    let symbols = isUnicode ? [] : ["--symbols", "ascii"]
    return ["--format", "symbols", "--size", "\(size.columns)x\(size.rows)", "--scale", "max"]
      + ["--colors", mode, "--animate", "off", "--polite", "on", "--threads", "1"] + symbols + ["-"]
  }
}
