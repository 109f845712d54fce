#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program: arguments in, exit status out.
@main
enum BookList {
  /// Runs the command.
  ///
  /// One that is just a file, or nothing, needs no parser, which would take as long to start as the first screen does to
  /// read. The commands with names are told apart here, since the parser would take their names for files.
  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "help" { arguments = arguments[1...].prefix(1) + ["--help"] }
    if let command = BookListCommand.command(named: arguments.first) {
      command.main(Array(arguments.dropFirst()))
    } else if arguments.count > 1 || arguments.contains(where: { $0.hasPrefix("-") }) {
      BookListCommand.main(arguments)
    } else {
      exit(Session(file: arguments.first).run())
    }
  }
}
