import ArgumentParser
import BookStore
import Browser
import Platform
import Screens

/// Runs a command on the rows of a library: opens and closes the store, and reports errors.
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
  func change(_ body: (BookStore) throws -> Void) throws {
    try withLog { store in
      defer {
        if case .unavailable(let error) = store.logState { StandardError.say(LogWording.notUndoable(error)) }
      }
      try body(store)
    }
  }

  /// Opens the store without an edit log, for changes that are rolled back.
  func tryOut(_ body: (BookStore) throws -> Void) throws {
    var options = library.storeOptions
    options.editLog = nil
    try run(options, body)
  }

  /// Opens the store with the person's edit log, for a command that moves in the log.
  func withLog(_ body: (BookStore) throws -> Void) throws {
    if library.readOnly {
      throw CommandFailure("Nothing was changed, because of --read-only.", CommandStatus.nothingDone).said
    }
    try run(library.storeOptions, body)
  }

  /// Opens the store with the person's edit log, also with --read-only: a store that is read-only has no log.
  func readLog(_ body: (BookStore) throws -> Void) throws {
    var options = library.storeOptions
    options.isReadOnly = false
    try run(options, body)
  }

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
    } catch let failure as CommandFailure { throw failure.said }
  }
}

struct CommandFailure: Error {
  let sentence: String
  let status: ExitCode

  init(_ sentence: String, _ status: ExitCode = .validationFailure) {
    (self.sentence, self.status) = (sentence, status)
  }

  /// Prints the message to standard error, and returns the exit status.
  var said: ExitCode {
    StandardError.say(sentence)
    return status
  }
}

extension CommandFailure {
  static func unless(
    _ holds: Bool, _ sentence: @autoclosure () throws -> String, _ status: ExitCode = .validationFailure
  ) throws {
    if !holds { throw CommandFailure(try sentence(), status) }
  }
}

extension ParsableArguments {
  /// Throws a message about the command line, with the usage, unless a condition holds.
  func require(_ holds: Bool, _ sentence: @autoclosure () -> String) throws {
    if !holds { throw ValidationError(sentence()) }
  }
}
