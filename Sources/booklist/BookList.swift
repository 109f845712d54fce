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
    // As C gives them: the array of all arguments takes as long to make as a query.
    let file = CommandLine.argc > 1 ? CommandLine.unsafeArgv[1] : nil
    if CommandLine.argc > 2 || file?.pointee == CChar(UInt8(ascii: "-")) {
      BookListCommand.main()
    } else {
      exit(Session(file: file.map { String(cString: $0) }).run())
    }
  }
}
