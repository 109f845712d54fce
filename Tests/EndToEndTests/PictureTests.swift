import Foundation
import TestSupport
import Testing

@Suite("Pictures and films in the documents") struct PictureTests {
  @Test("The program shows what the pictures and the film of a script show", arguments: PictureScript.names)
  func play(_ name: String) async throws {
    var player = try await PicturePlayer(PictureScript(named: name))
    try await player.play()
  }

  @Test("Each picture and each film has a script that makes it, and only one")
  func everyFileHasAScript() throws {
    let scripts = try PictureScript.names.map { try PictureScript(named: $0) }
    let made = scripts.flatMap(\.outputs).map(\.lastPathComponent)
    let folders = [PictureScript.folder, Repository.root.appending(path: "docs/hydration")]
    let files = try folders.flatMap {
      try FileManager.default.contentsOfDirectory(atPath: $0.path(percentEncoded: false))
    }
    #expect(made.sorted() == files.filter { $0.hasSuffix(".svg") || $0.hasSuffix(".cast") }.sorted())
  }

  @Test("A text that may differ is not compared, and any other is") func varyingText() throws {
    var varying = VaryingText(hasPhoto: false)
    varying.leaveOut(#" +[0-9.]+ (ms|µs)\b[▁-█ ]*"#)
    #expect(try varying.masked(" hydrate  12.5 ms ▁▃█ now") == varying.masked(" hydrate 9 µs now"))
    #expect(try varying.masked(" hydrate 9 µs now") != varying.masked(" list 9 µs now"))
  }
}
