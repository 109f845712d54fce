import ArgumentParser
import BookStore
import Transfers

/// The exit statuses of the commands, mostly those of sysexits.h.
enum CommandStatus {
  static let nothingDone = ExitCode(1)
  static let partlyDone = ExitCode(3)
  static let unreadableInput = ExitCode(65)
  static let noInput = ExitCode(66)
  static let locked = ExitCode(75)

  /// - Parameter output: The command's output file, which does not count as a missing input.
  static func status(of error: StoreError, output: String? = nil) -> ExitCode {
    switch error {
    case .cannotOpen(let path, _) where path == output: nothingDone
    case .busy: locked
    case .cannotOpen(_, .missing), .cannotOpen(_, .folderMissing): noInput
    case .notADatabase, .damaged, .noSuchTable, .noUsableTable: unreadableInput
    default: nothingDone
    }
  }

  static func status(of error: ImportError) -> ExitCode {
    switch error {
    case .format, .notMARC, .damagedMARC, .notInEncoding: unreadableInput
    case .unreadable: noInput
    case .noColumn, .noHeader, .noFields, .losing, .noMatching, .unknownEncoding: .validationFailure
    case .store(let error, nil): status(of: error)
    case .store, .unwritten, .noMARCReader, .noIconv: nothingDone
    }
  }
}
