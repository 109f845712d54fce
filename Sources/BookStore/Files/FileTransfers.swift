import Records

/// Writes values to files, and reads files, on a thread with a connection of its own: one at a time.
final class FileTransfers {
  /// What the thread has to say, with the number of the transfer that it is about.
  let inbox = Inbox<(number: Int, news: TransferNews)>()

  /// What is neither read nor written as a file of the person's.
  let files: OpenFiles

  private let worker: Worker
  /// What is being done, to be begun again after a pause.
  private var job: Job?
  private var cancellation = Cancellation()
  /// The number of the latest transfer; news of an older one are dropped.
  private(set) var number = 0

  private enum Job {
    case export(FileExport)
    case `import`(FileImport)
  }

  init(path: String, options: StoreOptions) {
    files = OpenFiles(database: path, logFolder: options.editLog?.folder)
    worker = Worker(path: path, options: options.readOnly, name: "transfer")
  }

  /// Ends what is being done, and the thread.
  func stop() {
    cancel(waiting: true)
    worker.stop()
  }

  /// Whether something is written or read.
  var isUnderWay: Bool { job != nil }

  /// Whether the database may be read for it.
  var isReading: Bool {
    if case .export = job { true } else { false }
  }

  func start(_ export: FileExport) {
    begin(.export(export))
  }

  func start(_ import: FileImport) {
    begin(.import(`import`))
  }

  /// Ends what is being done; a file that was begun goes.
  func cancel(waiting isWaiting: Bool) {
    cancellation.cancel()
    if isWaiting { worker.cancelAndWait() } else { worker.cancel() }
    job = nil
    number += 1
  }

  /// Lets go of the database until `resume()`; an export begins again then.
  func pause() {
    guard isReading else { return }
    cancellation.cancel()
    number += 1
    worker.cancelAndWait()
  }

  func resume() {
    if isReading, let job { begin(job) }
  }

  /// Notes that the latest transfer is over.
  func end() {
    job = nil
  }

  private func begin(_ job: Job) {
    cancellation.cancel()
    cancellation = Cancellation()
    number += 1
    self.job = job
    let report: @Sendable (TransferNews) -> Void = { [inbox, number] in inbox.post((number, $0)) }
    worker.start(
      { [cancellation, files] connection throws(StoreError) in
        defer { connection.releaseMemory() }
        switch job {
        case .export(let export):
          try files.check(export.path)
          try export.run(on: connection, cancellation, report: report)
        case .import(let file):
          try files.check(file.path)
          try file.run(on: connection, cancellation, report: report)
        }
      }, fail: { report(.failed($0)) })
  }
}
