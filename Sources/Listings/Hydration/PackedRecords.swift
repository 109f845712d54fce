import Records

/// The records of rows that were hydrated by the hundred and that nobody has looked at since: their values lie one after
/// the other in a few pieces of memory, which takes half the memory and half the time of an object for each.
struct PackedRecords {
  /// Where a record's values are, and when it was used last.
  private struct Place {
    let piece: Int32
    let offset: UInt16
    let size: UInt16
    var use: Int
  }

  /// Memory for the values of several hundred records.
  private struct Piece {
    var bytes: [UInt8] = []
    /// How many of the records are still here.
    var count = 0
  }

  private var places: [RecordID: Place] = [:]
  private var pieces: [Piece] = []
  /// The pieces that hold nothing.
  private var freePieces: [Int] = []
  /// The piece that is being filled.
  private var latest = -1
  /// The bytes of all records, as `Record.byteCount` counts them.
  private(set) var byteCount = 0

  /// The bytes of a piece: few enough that the last records of an old one do not keep much.
  private static let pieceSize = 1 << 16

  var isEmpty: Bool { places.isEmpty }
  var count: Int { places.count }
  var capacity: Int { places.capacity }
  /// The rows, in no particular order.
  var ids: some Collection<RecordID> { places.keys }

  mutating func reserve(_ count: Int) { places.reserveCapacity(count) }

  /// Adds the record of a row, and returns its bytes as `Record.byteCount` counts them; nil if the row has one already.
  mutating func add(_ id: RecordID, _ row: PackedRow, use: Int) -> Int? {
    if latest < 0 || pieces[latest].bytes.count + row.bytes.count > Self.pieceSize { beginPiece() }
    let place = Place(
      piece: Int32(latest), offset: UInt16(pieces[latest].bytes.count), size: UInt16(row.bytes.count),
      use: use)
    // Looking first whether there is one would take as long again.
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

  /// Whether there is a record for a row.
  func contains(_ id: RecordID) -> Bool { places[id] != nil }

  /// When the record of a row was used last.
  func use(of id: RecordID) -> Int? { places[id]?.use }

  /// Notes when a record is used; returns false if there is none.
  mutating func note(use: Int, of id: RecordID) -> Bool { (places[id]?.use = use) != nil }

  /// The bytes of a row's record, as `Record.byteCount` counts them.
  func byteCount(of id: RecordID) -> Int? { places[id].map { withRow(at: $0, Record.byteCount(of:)) } }

  private func withRow<Result>(at place: Place, _ body: (PackedRow) -> Result) -> Result {
    pieces[Int(place.piece)].bytes.withUnsafeBytes { bytes in
      let start = Int(place.offset)
      return body(PackedRow(bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<start + Int(place.size)])))
    }
  }

  /// Takes the record of a row out, with its values.
  mutating func take(_ id: RecordID) -> (values: [Value], use: Int)? {
    guard let place = places.removeValue(forKey: id) else { return nil }
    let values = withRow(at: place, \.values)
    forget(place)
    return (values, place.use)
  }

  /// Drops the record of a row, and returns its bytes.
  mutating func remove(_ id: RecordID) -> Int? {
    places.removeValue(forKey: id).map { forget($0) }
  }

  @discardableResult
  private mutating func forget(_ place: Place) -> Int {
    let (piece, byteCount) = (Int(place.piece), withRow(at: place, Record.byteCount(of:)))
    self.byteCount -= byteCount
    pieces[piece].count -= 1
    if pieces[piece].count == 0, piece != latest { free(piece) }
    return byteCount
  }

  /// Drops all records.
  mutating func removeAll() { self = PackedRecords() }

  /// Releases the memory that earlier, much larger numbers of records needed.
  mutating func shrink() {
    if isEmpty { return removeAll() }
    if places.count < places.capacity / 4 { places = places.filter { _ in true } }
  }
}
