import ArgumentParser
import BookStore
import Browser

struct CheckCommand: DescribedCommand {
  static let effect = CommandEffect.elsewhere

  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check a database for damage, without changing it.",
    usage: "booklist check <file>",
    discussion: """
      Runs SQLite's integrity check and its foreign key check, and prints each fault on a line.

      Exit status: 0 if the database is sound; 1 if it is not, or cannot be read.
      """)

  @Argument(help: "The database.", completion: .file())
  var file: String

  func run() throws {
    let bar = ProgressBar("Checking")
    bar.show()
    let findings: [String]
    do throws(StoreError) {
      findings = try DatabaseCheck(path: file).run { bar.show($0) }
    } catch {
      bar.clear()
      throw CommandFailure(StoreWording.sentence(error, in: file), CommandStatus.nothingDone).said
    }
    bar.clear()
    for finding in findings { StandardOutput.say(finding) }
    guard findings.isEmpty else {
      throw CommandFailure(StoreWording.findings(findings.count, in: file), CommandStatus.nothingDone).said
    }
    StandardOutput.say(StoreWording.isSound(file))
  }
}
