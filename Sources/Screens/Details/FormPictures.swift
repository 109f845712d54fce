import Cells
import Records

struct FormPictures {
  /// Nil for pictures that cannot be drawn.
  private var drawn: [PictureRequest: Picture?] = [:]
  /// Picture information read from all of the bytes, if the first ones were not enough.
  private(set) var infos: [Int: ImageInfo] = [:]
  /// The fields whose pictures need a program that is not installed.
  private var undrawn: Set<Int> = []
  /// Counts the shown values, to tell pictures of earlier and later values apart.
  private var version = 0

  mutating func forget() {
    version += 1
    (drawn, infos, undrawn) = ([:], [:], [])
  }

  /// Takes an answer to a request, if it is for the record's current values.
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
