import ArgumentParser
import BookStore
import Platform

/// The database of a command that runs without a screen.
struct FileOptions: ParsableArguments {
  @Option(
    name: [.customShort("f"), .long],
    help: ArgumentHelp(
      "The database. The default is $BOOKLIST_FILE, or your own library.", valueName: "path"),
    completion: .file())
  var file: String?

  @Option(help: ArgumentHelp("The table. The default is the first one.", valueName: "name"))
  var table: String?

  @Flag(help: "Open the database read-only.")
  var readOnly = false

  var path: String { file ?? Preferences().database ?? Library.defaultPath }

  var storeOptions: StoreOptions {
    let given = GivenSettings(file: file, table: table, isReadOnly: readOnly)
    var options = Preferences(given: given).storeOptions
    options.editLog = EditLogOptions(folder: Library.stateFolder)
    return options
  }
}
