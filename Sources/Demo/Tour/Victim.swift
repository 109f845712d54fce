import BookStore
import Platform

/// A program to be killed in the middle of its work: it changes some books, reports that, and waits for its end.
package struct Victim {
  static let ids = (2...4).map { RecordID.rowid($0) }
  static let author: Value = "Somebody Who Was Killed"
  private static let otherAuthor: Value = "Somebody Else Who Was Killed"
  private static let word = "ready\n"

  private let program: String

  package init(program: String) { self.program = program }

  /// Runs as the victim in its own process until it is killed; also exits when nobody waits for it any more.
  package static func live(in folder: ScratchFolder) throws(StoreError) {
    let store = try BookStore(path: folder.library, options: StoreOptions(editLog: folder.editLog))
    for id in ids {
      // On a second visit of the tour, the database already has the author.
      let isWritten = try store.shelf.snapshot(of: id).values[2] == author
      try store.set(isWritten ? otherAuthor : author, at: 2, of: id)
    }
    print(word, terminator: "")
    fflush(nil)
    _ = readLine()
  }

  /// Kills the program with SIGKILL after it has changed the books; returns the signal that ended it, or 0.
  func kill(in folder: ScratchFolder) throws(StoreError) -> Int32 {
    do throws(SystemError) {
      let (input, output) = (try PipeEnds(), try PipeEnds())
      defer { close(input.writing) }
      defer { close(output.reading) }
      let process = try start(in: folder, input: input, output: output)
      _ = try? DescriptorBytes.readAll(output.reading, upTo: Self.word.utf8.count)
      process.killGroup()
      // The lowest seven bits are the signal number (wait(2)).
      return process.wait() & 0x7F
    } catch { throw .cannotOpen(path: program, reason: .system(errno: error.number)) }
  }

  /// After this, only the child has its ends of the pipes.
  private func start(
    in folder: ScratchFolder, input: PipeEnds, output: PipeEnds
  ) throws(SystemError) -> SpawnedProcess {
    defer { close(input.reading) }
    defer { close(output.writing) }
    return try SpawnedProcess(
      program, ["demo", "--victim", folder.path], input: input.reading, output: output.writing,
      keepsErrors: true)
  }
}
