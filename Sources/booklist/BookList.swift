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
  /// Runs the command; one that is just a file, or nothing, says all without a parser, which would take as long to start
  /// as the first screen does to read.
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.count > 1 || arguments.contains(where: { $0.hasPrefix("-") }) {
      BookListCommand.main()
    } else {
      exit(Session(file: arguments.first).run())
    }
  }
}
