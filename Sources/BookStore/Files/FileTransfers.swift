import Records
import SQLite

final class FileTransfers {
  let inbox = Inbox<TransferNews>()

  let files: OpenFiles

  private let worker: Worker
  private var running: Transfer?
  private var cancellation = Cancellation()
  private let runs: Runs<TransferNews>

  enum Transfer {
    case export(ValueExport)
    case `import`(ValueImport)
  }

  init(path: String, logFolder: String?, options: ConnectionOptions) {
    files = OpenFiles(database: path, logFolder: logFolder)
    worker = Worker(path: path, options: options.readOnly, name: "transfer")
    runs = Runs(on: worker, to: inbox)
  }

  func stop() {
    cancel(waiting: true)
    worker.stop()
  }

  var isUnderWay: Bool { running != nil }

  var isReading: Bool {
    if case .export = running { true } else { false }
  }

  func cancel(waiting isWaiting: Bool) {
    cancellation.cancel()
    if isWaiting { worker.cancelAndWait() } else { worker.cancel() }
    running = nil
    runs.forget()
  }

  /// Stops reading the database until `resume()`, which starts an export again.
  func pause() {
    guard isReading else { return }
    cancellation.cancel()
    runs.forget()
    worker.cancelAndWait()
  }

  func resume() {
    if isReading, let running { start(running) }
  }

  func end() {
    running = nil
  }

  func start(_ transfer: Transfer) {
    cancellation.cancel()
    cancellation = Cancellation()
    running = transfer
    runs.start(
      { [cancellation, files] connection, report throws(StoreError) in
        defer { connection.releaseMemory() }
        switch transfer {
        case .export(let export):
          try files.check(export.path)
          try export.run(on: connection, cancellation, report: report)
        case .import(let file):
          try files.check(file.path)
          try file.run(on: connection, cancellation, report: report)
        }
      }, failure: { .failed($0) })
  }
}

/// A report from writing a value to a file, or reading a file.
public enum TransferNews: Hashable, Sendable {
  /// How many bytes, of the total, have been written or read.
  case progress(byteCount: Int, of: Int)
  case exported(path: Text, byteCount: Int)
  case imported(path: Text, Value)
  /// No file was created or changed.
  case failed(StoreError)
}
