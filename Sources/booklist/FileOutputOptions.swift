import ArgumentParser

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
