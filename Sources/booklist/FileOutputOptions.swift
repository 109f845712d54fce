import ArgumentParser

/// The options that say where a command writes its result.
struct FileOutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Write to this file, when complete; - is standard output, the default.", valueName: "path"),
    completion: .file())
  var output: String?

  @Flag(help: "Replace an existing file.")
  var force = false

  /// The file; nil is standard output.
  var path: String? { output == "-" ? nil : output }

  /// What follows the last point of the file's name, in lower case; nil if there is none.
  var ending: String? {
    guard let name = path?.split(separator: "/").last, let point = name.lastIndex(of: ".") else { return nil }
    return name[name.index(after: point)...].lowercased()
  }
}
