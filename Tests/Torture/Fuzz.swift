#if FUZZ
  import Foundation

  /// Opens and browses what libFuzzer makes of databases; a build with that sanitizer has a main function of its own, which
  /// calls this (LLVM's documentation of libFuzzer).
  @_cdecl("LLVMFuzzerTestOneInput")
  func fuzzOne(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let content = UnsafeBufferPointer(start: bytes, count: count)
    let path = NSTemporaryDirectory() + "booklist-fuzz-\(getpid()).sqlite"
    defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) } }
    guard FileManager.default.createFile(atPath: path, contents: Data(content)) else { return 0 }
    BrowsedFile.browse(path, isReadOnly: false)
    let after = FileManager.default.contents(atPath: path)
    precondition(after?.elementsEqual(content) == true, "the file was changed")
    return 0
  }
#endif
