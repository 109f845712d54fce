import Records

/// Hydrated records not accessed since they were read in bulk, in half the memory and time of an object for each.
struct PackedRecords {
  private struct Place {
    let piece: Int32
    let offset, size: UInt16
    var use: Int
  }

  private struct Piece {
    var bytes: [UInt8] = []
    var count = 0
  }

  private var places: [RecordID: Place] = [:]
  private var pieces: [Piece] = []
  private var freePieces: [Int] = []
  private var latest = -1
  private(set) var byteCount = 0

  /// In bytes; small enough that the last records of an old piece do not keep much memory.
  private static let pieceSize = 1 << 16

  var isEmpty: Bool { places.isEmpty }
  var count: Int { places.count }
  var capacity: Int { places.capacity }
  var ids: some Collection<RecordID> { places.keys }

  mutating func reserve(_ count: Int) { places.reserveCapacity(count) }

  /// Returns the bytes as `Record.byteCount` counts them; nil if the row has a record already.
  mutating func add(_ id: RecordID, _ row: PackedRow, use: Int) -> Int? {
    if latest < 0 || pieces[latest].bytes.count + row.bytes.count > Self.pieceSize { beginPiece() }
    let place = Place(
      piece: Int32(latest), offset: UInt16(pieces[latest].bytes.count), size: UInt16(row.bytes.count),
      use: use)
    // A separate look-up first would double the time.
    if let former = places.updateValue(place, forKey: id) {
      places[id] = former
      return nil
    }
    pieces[latest].bytes.append(contentsOf: row.bytes)
    pieces[latest].count += 1
    let byteCount = Record.byteCount(of: row)
    self.byteCount += byteCount
    return byteCount
  }

  private mutating func beginPiece() {
    let former = latest
    if let free = freePieces.popLast() {
      latest = free
    } else {
      latest = pieces.count
      pieces.append(Piece())
    }
    pieces[latest].bytes.reserveCapacity(Self.pieceSize)
    if former >= 0, pieces[former].count == 0 { free(former) }
  }

  private mutating func free(_ piece: Int) {
    pieces[piece] = Piece()
    freePieces.append(piece)
  }

  func contains(_ id: RecordID) -> Bool { places[id] != nil }

  func use(of id: RecordID) -> Int? { places[id]?.use }

  mutating func note(use: Int, of id: RecordID) -> Bool { (places[id]?.use = use) != nil }

  func byteCount(of id: RecordID) -> Int? { places[id].map { withRow(at: $0, Record.byteCount(of:)) } }

  private func withRow<Result>(at place: Place, _ body: (PackedRow) -> Result) -> Result {
    pieces[Int(place.piece)].bytes.withUnsafeBytes { bytes in
      let start = Int(place.offset)
      return body(PackedRow(bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<start + Int(place.size)])))
    }
  }

  mutating func take(_ id: RecordID) -> (values: [Value], use: Int)? {
    guard let place = places.removeValue(forKey: id) else { return nil }
    let values = withRow(at: place, \.values)
    forget(place)
    return (values, place.use)
  }

  mutating func remove(_ id: RecordID) -> Int? { places.removeValue(forKey: id).map { forget($0) } }

  @discardableResult
  private mutating func forget(_ place: Place) -> Int {
    let (piece, byteCount) = (Int(place.piece), withRow(at: place, Record.byteCount(of:)))
    self.byteCount -= byteCount
    pieces[piece].count -= 1
    if pieces[piece].count == 0, piece != latest { free(piece) }
    return byteCount
  }

  mutating func removeAll() { self = PackedRecords() }

  mutating func shrink() {
    if isEmpty { return removeAll() }
    if places.count < places.capacity / 4 { places = places.filter { _ in true } }
  }
}
