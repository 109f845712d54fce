#if FUZZ
  import CTorture
  import Foundation

  /// The main function of a build with libFuzzer, by the name that the package manager gives it.
  @_cdecl("Torture_main")
  func fuzz(_ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Int32 {
    var (count, arguments) = (count, arguments)
    return LLVMFuzzerRunDriver(&count, &arguments, fuzzOne)
  }

  /// Whether files that are imported are made, and not databases.
  private let isOfFormats = ProcessInfo.processInfo.environment["BOOKLIST_FUZZ"] == "formats"

  /// Opens and browses what the fuzzer makes of databases, or reads what it makes of files; its library wants the name.
  @_cdecl("LLVMFuzzerTestOneInput")
  func fuzzOne(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let content = UnsafeBufferPointer(start: bytes, count: count)
    if isOfFormats {
      ReadRows.check(Array(content))
      return 0
    }
    let path = NSTemporaryDirectory() + "booklist-fuzz-\(getpid()).sqlite"
    defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) } }
    guard FileManager.default.createFile(atPath: path, contents: Data(content)) else { return 0 }
    BrowsedFile.browse(path, isReadOnly: false)
    let after = FileManager.default.contents(atPath: path)
    precondition(after?.elementsEqual(content) == true, "the file was changed")
    return 0
  }
#endif
