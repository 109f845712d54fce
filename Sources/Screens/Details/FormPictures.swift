import Cells
import Records

struct FormPictures {
  /// A value is nil if the picture cannot be drawn.
  private var drawn: [PictureRequest: Picture?] = [:]
  private(set) var infos: [Int: ImageInfo] = [:]
  private var undrawn: Set<Int> = []
  /// Tells pictures of earlier values apart.
  private var version = 0

  mutating func forget() {
    version += 1
    (drawn, infos, undrawn) = ([:], [:], [])
  }

  /// Ignores answers about other records and earlier values.
  mutating func receive(_ update: Update, of id: RecordID?) {
    switch update {
    case .picture(let request, let picture, let info) where isWanted(request, id):
      drawn[request] = .some(picture)
      infos[request.field] = info
    case .cannotDraw(let request) where isWanted(request, id):
      drawn[request] = .some(nil)
      undrawn.insert(request.field)
    case .forgetPictures: forget()
    default: break
    }
  }

  private func isWanted(_ request: PictureRequest, _ id: RecordID?) -> Bool {
    request.id == id && request.version == version
  }

  private func requests(_ id: RecordID?, _ blobs: [Int: BlobSummary], _ room: Size) -> [PictureRequest] {
    blobs.keys.sorted().compactMap { field in
      guard let info = blobs[field]?.info else { return nil }
      return PictureRequest(id: id, field: field, pixels: info.size, room: room, version: version)
    }
  }

  func shown(_ id: RecordID?, _ blobs: [Int: BlobSummary], _ room: Size) -> [Int: Picture] {
    let found = requests(id, blobs, room).compactMap { request in
      drawn[request].flatMap { $0 }.map { (request.field, $0) }
    }
    return Dictionary(uniqueKeysWithValues: found)
  }

  func missing(_ id: RecordID?, _ blobs: [Int: BlobSummary], _ room: Size) -> [PictureRequest] {
    requests(id, blobs, room).filter { drawn[$0] == nil }
  }

  var notes: [(Int, String)] { undrawn.map { ($0, Wording.noPictureMaker) } }
}

/// A picture that a screen has room for.
public struct PictureRequest: Hashable, Sendable {
  /// Nil for a record that is being typed.
  package let id: RecordID?
  package let field: Int
  package let room: Size
  let version: Int

  /// Fails if the picture has no pixels, or there is too little room.
  init?(id: RecordID?, field: Int, pixels: ImageInfo.PixelSize?, room: Size, version: Int) {
    guard room.columns >= 4, room.rows >= 2, pixels.map({ $0.width > 0 && $0.height > 0 }) ?? true
    else { return nil }
    (self.id, self.field, self.room, self.version) = (id, field, room, version)
  }

  /// The cells of a picture; `cellRatio` is the height of a cell divided by its width.
  package func size(of pixels: ImageInfo.PixelSize, cellRatio: Double = 2) -> Size {
    let (width, height) = (Double(max(1, pixels.width)), Double(max(1, pixels.height)))
    let columns = min(Double(room.columns), width, Double(room.rows) * cellRatio * width / height)
    let rows = min(Double(room.rows), (columns * height / width / cellRatio).rounded())
    return Size(columns: max(1, Int(columns)), rows: max(1, Int(rows)))
  }
}
