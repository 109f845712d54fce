import Records
import SQLite

/// Writes values to files, and reads files, one at a time on a thread with a connection of its own.
final class FileTransfers {
  /// News from the thread.
  let inbox = Inbox<TransferNews>()

  /// The store's own files, which are neither imported nor replaced.
  let files: OpenFiles

  private let worker: Worker
  /// The transfer that is running, which restarts after a pause.
  private var running: Transfer?
  private var cancellation = Cancellation()
  private let runs: Runs<TransferNews>

  /// What the thread does.
  enum Transfer {
    case export(ValueExport)
    case `import`(ValueImport)
  }

  init(path: String, logFolder: String?, options: ConnectionOptions) {
    files = OpenFiles(database: path, logFolder: logFolder)
    worker = Worker(path: path, options: options.readOnly, name: "transfer")
    runs = Runs(on: worker, to: inbox)
  }

  /// Ends the running transfer, and the thread.
  func stop() {
    cancel(waiting: true)
    worker.stop()
  }

  /// Whether a file is being written or read.
  var isUnderWay: Bool { running != nil }

  /// Whether the transfer may be reading the database.
  var isReading: Bool {
    if case .export = running { true } else { false }
  }

  /// Ends the running transfer; an incomplete file is removed.
  func cancel(waiting isWaiting: Bool) {
    cancellation.cancel()
    if isWaiting { worker.cancelAndWait() } else { worker.cancel() }
    running = nil
    runs.forget()
  }

  /// Stops reading the database until `resume()`, when an export starts again.
  func pause() {
    guard isReading else { return }
    cancellation.cancel()
    runs.forget()
    worker.cancelAndWait()
  }

  func resume() {
    if isReading, let running { start(running) }
  }

  /// Notes that the latest transfer is over.
  func end() {
    running = nil
  }

  /// Starts a transfer; one that is running is cancelled.
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
