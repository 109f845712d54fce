import BookStore
import Foundation
import Records

/// A program that is killed in the middle of its work: it changes some books, says so, and waits for its end.
public struct Victim {
  /// The books that it changes.
  static let ids = (2...4).map { RecordID.rowid($0) }
  /// What it sets their authors to.
  static let author: Value = "Somebody Who Was Killed"
  /// The word by which it says that it has changed them.
  private static let word = "ready\n"

  private let program: String

  /// Describes a victim that is a process of this program, by its path.
  public init(program: String) {
    self.program = program
  }

  /// Lives as the victim, in a process of its own, until it is killed; it ends as well when nobody waits for it any more.
  ///
  /// - Throws: What opening and setting can end with.
  public static func live(in folder: ScratchFolder) throws(StoreError) {
    let store = try BookStore(path: folder.library, options: StoreOptions(editLog: folder.editLog))
    for id in ids { try store.set(author, at: 2, of: id) }
    print(word, terminator: "")
    fflush(nil)
    _ = readLine()
  }

  /// Starts it, waits until it has changed the books, and kills it with SIGKILL.
  ///
  /// - Returns: The signal that ended it, or 0.
  /// - Throws: `cannotOpen` where the program cannot be started.
  func kill(in folder: ScratchFolder) throws(StoreError) -> Int32 {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: program)
    process.arguments = ["demo", "--victim", folder.path]
    (process.standardInput, process.standardOutput) = (input, output)
    do { try process.run() } catch {
      throw .cannotOpen(path: program, reason: .system(errno: errno))
    }
    _ = try? output.fileHandleForReading.read(upToCount: Self.word.utf8.count)
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal ? process.terminationStatus : 0
  }
}
