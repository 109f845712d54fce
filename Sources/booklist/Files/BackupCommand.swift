import ArgumentParser
import BookStore
import Browser
import Platform

struct BackupCommand: DescribedCommand {
  static let effect = CommandEffect.elsewhere

  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Make a consistent copy of a database, even while it is in use.",
    usage: "booklist backup <file> <to> [--with-views]",
    discussion: """
      Uses SQLite's online backup. Only its owner can read the copy, which gets its name when it is complete. An existing \
      file is never replaced. With --with-views the copy carries your views in a table, booklist_view, and the first \
      booklist that opens it elsewhere takes them over.

      Exit status: 0 if the copy was made, 75 if another program has locked the database, otherwise 1.
      """)

  @Argument(help: "The database.", completion: .file())
  var file: String

  @Argument(help: "The path of the copy, which must not exist yet.", completion: .file())
  var to: String

  @Flag(help: "Let the copy carry how its tables are shown, and the views that you have saved.")
  var withViews = false

  func run() throws {
    let views = withViews ? CarriedViews(stateFile: Library.viewPath).views(of: file) : nil
    let bar = ProgressBar("Copying")
    Interruption.listen()
    do throws(StoreError) {
      try Backup(of: file, logFolder: Library.stateFolder).run(to: to, carrying: views) {
        part throws(StoreError) in
        if Interruption.isAsked { throw .interrupted }
        bar.show(part)
      }
    } catch {
      bar.clear()
      Interruption.followSignal()
      StandardError.say(StoreWording.sentence(error, in: file))
      throw error == .busy ? CommandStatus.locked : CommandStatus.nothingDone
    }
    bar.clear()
    StandardOutput.say(StoreWording.isCopied(file, to: to))
  }
}
