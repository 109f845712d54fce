import ArgumentParser
import BookStore
import Platform

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

  var path: String { file ?? Preferences().session.file ?? Library.defaultPath }

  var storeOptions: StoreOptions {
    let given = GivenSettings(file: file, table: table, isReadOnly: readOnly)
    var options = Preferences(given: given).session.options
    options.editLog = EditLogOptions(folder: Library.stateFolder)
    return options
  }
}

struct FileOutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Write to this file, when complete; - is standard output, the default.", valueName: "path"),
    completion: .file())
  var output: String?

  @Flag(help: "Replace an existing file.")
  var force = false

  /// Nil is standard output.
  var path: String? { output == "-" ? nil : output }

  var ending: String? {
    guard let name = path?.split(separator: "/").last, let point = name.lastIndex(of: ".") else { return nil }
    return name[name.index(after: point)...].lowercased()
  }
}
