import Listings
import Platform
import Records
import SQLite

struct ValueExport: Sendable {
  let field: Int
  let id: RecordID
  let sql: TableSQL
  let value: Value?
  let path: Text

  private static let pieceSize = 1 << 20

  func run(
    on connection: Connection, _ cancellation: Cancellation, report: (TransferNews) -> Void
  ) throws(StoreError) {
    let file = try OutputFile(path, replaces: true)
    let reader = RowReader(connection: connection, sql: sql)
    let count: Int
    if value == nil, let (blob, _) = try reader.reader(of: field, id) {
      count = blob.byteCount
      try write(count, to: file, cancellation, report: report) { range throws(StoreError) in
        try blob.read(range)
      }
    } else {
      let stored = if let value { value } else { try reader.value(field, of: id) }
      guard let stored else { throw .rowGone }
      let bytes = bytes(of: stored)
      count = bytes.count
      try write(count, to: file, cancellation, report: report) { bytes[$0] }
    }
    try cancellation.check()
    try file.finish()
    report(.exported(path: path, byteCount: count))
  }

  private func write(
    _ count: Int, to file: OutputFile, _ cancellation: Cancellation, report: (TransferNews) -> Void,
    _ piece: (Range<Int>) throws(StoreError) -> some Collection<UInt8>
  ) throws(StoreError) {
    var progress = Progress(total: count)
    for start in stride(from: 0, to: count, by: Self.pieceSize) {
      try cancellation.check()
      let end = min(start + Self.pieceSize, count)
      try file.write(try piece(start..<end)) { cancellation.isCancelled }
      if let news = progress.news(at: end) { report(news) }
    }
  }

  private func bytes(of value: Value) -> [UInt8] {
    value.bytes ?? (value.isNull ? [] : Array(sql.schema.fields[field].text(of: value).utf8))
  }

  struct Progress {
    let total: Int
    var next = SystemClock.monotonicSeconds + 0.05

    mutating func news(at count: Int) -> TransferNews? {
      guard SystemClock.monotonicSeconds >= next else { return nil }
      next = SystemClock.monotonicSeconds + 0.05
      return .progress(byteCount: count, of: total)
    }
  }
}
