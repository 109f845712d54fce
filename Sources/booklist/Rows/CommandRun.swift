import ArgumentParser
import BookStore
import Browser
import Platform
import Records
import Screens

/// A run of a command on the rows of a library: it opens and closes the store, and reports errors.
struct CommandRun {
  let library: FileOptions

  /// Opens the store read-only.
  ///
  /// - Throws: The exit status, after an error message on standard error.
  func read(_ body: (BookStore) throws -> Void) throws {
    var options = library.storeOptions
    options.isReadOnly = true
    try run(options, body)
  }

  /// Opens the store with the person's edit log, so that changes can be undone; warns if they cannot.
  ///
  /// - Throws: As `read(_:)`.
  func change(_ body: (BookStore) throws -> Void) throws {
    try withLog { store in
      defer {
        if case .unavailable(let error) = store.logState {
          StandardError.say(LogWording.notUndoable(error))
        }
      }
      try body(store)
    }
  }

  /// Opens the store without an edit log, for changes that are taken back.
  ///
  /// - Throws: As `read(_:)`.
  func tryOut(_ body: (BookStore) throws -> Void) throws {
    var options = library.storeOptions
    options.editLog = nil
    try run(options, body)
  }

  /// Opens the store with the person's edit log, for a command about the log.
  ///
  /// - Throws: As `read(_:)`.
  func withLog(_ body: (BookStore) throws -> Void) throws {
    if library.readOnly {
      throw CommandFailure("Nothing was changed, because of --read-only.", CommandStatus.nothingDone).said
    }
    try run(library.storeOptions, body)
  }

  /// Opens the database for statements that only read.
  ///
  /// - Throws: As `read(_:)`.
  func readStatements(_ body: (StatementReader) throws -> Void) throws {
    try reportErrors(library.storeOptions) { options in
      try body(try StatementReader(path: library.path, options: options))
    }
  }

  private func run(_ options: StoreOptions, _ body: (BookStore) throws -> Void) throws {
    try reportErrors(options) { options in
      let store = try BookStore(path: library.path, options: options)
      defer {
        if let renewal = store.takeLogRenewal() { StandardError.say(LogWording.logRenewed(renewal).text) }
        _ = store.close()
      }
      do {
        try body(store)
      } catch let error as StoreError {
        guard case .notUnique = error else { throw error }
        throw CommandFailure(StoreWording.sentence(error, in: store.schema), CommandStatus.nothingDone)
      }
    }
  }

  /// Does something with a database, which signals end, and reports its errors.
  private func reportErrors(_ options: StoreOptions, _ body: (StoreOptions) throws -> Void) throws {
    Interruption.listen()
    var options = options
    options.busyTimeout = .seconds(5)
    options.isUnwanted = CommandWorld.current.isStopped
    do {
      try body(options)
    } catch let error as StoreError {
      Interruption.followSignal()
      throw CommandFailure(OpeningWording.sentence(error, in: library.path), CommandStatus.status(of: error))
        .said
    } catch let failure as CommandFailure {
      throw failure.said
    }
  }
}

/// Why a command has failed.
struct CommandFailure: Error {
  let sentence: String
  let status: ExitCode

  init(_ sentence: String, _ status: ExitCode = .validationFailure) {
    (self.sentence, self.status) = (sentence, status)
  }

  /// The exit status, after printing the message to standard error.
  var said: ExitCode {
    StandardError.say(sentence)
    return status
  }
}
