#if FUZZ
  import ArgumentParser
  import CTorture
  import Foundation

  /// Opens and browses what libFuzzer makes of databases.
  struct Fuzz: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Run libFuzzer, which gets all that is said.")

    @Argument(parsing: .allUnrecognized, help: "libFuzzer's own: folders and options.")
    var words: [String] = []

    func run() throws {
      var words = ([CommandLine.arguments[0]] + words).map { strdup($0) } + [nil]
      var count = Int32(words.count - 1)
      let status = words.withUnsafeMutableBufferPointer { buffer in
        var arguments = buffer.baseAddress
        return LLVMFuzzerRunDriver(&count, &arguments) { bytes, size in
          Self.browse(UnsafeBufferPointer(start: bytes, count: size))
          return 0
        }
      }
      throw ExitCode(status)
    }

    private static func browse(_ bytes: UnsafeBufferPointer<UInt8>) {
      let path = NSTemporaryDirectory() + "booklist-fuzz-\(getpid()).sqlite"
      defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) } }
      guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else { return }
      BrowsedFile.browse(path, isReadOnly: false)
      guard let after = FileManager.default.contents(atPath: path) else {
        preconditionFailure("the file is gone")
      }
      precondition(after.elementsEqual(bytes), "the file was changed")
    }
  }
#endif
