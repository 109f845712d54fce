import ArgumentParser
import BookStore
import Browser
import Platform

struct NewCommand: DescribedCommand {
  static let effect = CommandEffect.elsewhere

  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Make a new library from a template.",
    usage: """
      booklist new <file> [--template <name>]
      booklist new --list-templates
      """,
    discussion: """
      A template is the tables of a library, without rows; reading has columns for everything a reader notes about a book. \
      An existing file is never replaced, and the folder must exist.

      Exit status: 0 if the library was made, 1 if not.
      """)

  @Argument(help: "The path of the library, which must not exist yet.", completion: .file())
  var file: String?

  @Option(help: ArgumentHelp("The template.", valueName: "name"))
  var template = Template.reading

  @Flag(help: "Print the templates' names, and what each is for.")
  var listTemplates = false

  func validate() throws {
    try require(listTemplates || file != nil, "Name the new library, as in booklist new books.sqlite")
  }

  func run() throws {
    guard let file, !listTemplates else { return list() }
    // Creating the library takes an instant, and an interruption would leave a partial file.
    Interruption.listen()
    do throws(StoreError) {
      try BookStore.create(at: file, template: template, makingFolders: file == Library.defaultPath)
    } catch {
      throw CommandFailure(StoreWording.sentence(error, in: file), CommandStatus.nothingDone).said
    }
    StandardOutput.say(StoreWording.isMade(file))
  }

  private func list() {
    let width = Template.allCases.map(\.rawValue.count).max() ?? 0
    for template in Template.allCases {
      StandardOutput.say(template.rawValue.padded(to: width + 2) + template.summary)
    }
  }
}

extension Template: ExpressibleByArgument {}
