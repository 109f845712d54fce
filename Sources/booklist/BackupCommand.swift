import ArgumentParser
import BookStore
import Browser
import Demo
import Screens

/// The copy of a database that is in use.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy a database as it is at one moment, also while it is in use.",
    usage: "booklist backup <file> <to>",
    discussion: """
      Uses SQLite's online backup. The copy is for its owner alone, and appears under its name once it is whole; nothing is \
      ever replaced.

      Exit status: 0 when the copy is made, 1 when it is not.
      """)

  @Argument(help: "The database.", completion: .file())
  var file: String

  @Argument(help: "Where the copy is to be: a name that nothing has yet.", completion: .file())
  var to: String

  func run() throws {
    let bar = ProgressBar("Copying")
    Interruption.listen()
    do throws(StoreError) {
      try Backup(of: file).run(to: to) { part throws(StoreError) in
        if Interruption.isAsked { throw .interrupted }
        bar.show(part)
      }
    } catch {
      bar.clear()
      Interruption.followSignal()
      StandardError.say(StoreWording.sentence(error, in: file))
      throw ExitCode(1)
    }
    bar.clear()
    StandardOutput.say(StoreWording.isCopied(file, to: to))
  }
}
