import Foundation

/// Python's csv module, as another reader of the same bytes.
enum Python {
  static var isInstalled: Bool {
    ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/python3") }
  }

  private static let script = """
    import csv, io, json, sys
    def cells(text):
        end = csv.reader(io.StringIO(text + '\\n#end#', newline=''))
        whole = list(csv.reader(io.StringIO(text, newline='')))
        # In an open quote, what follows belongs to the last cell.
        if ['#end#'] not in list(end): return None
        return [row for row in whole if row]
    for line in sys.stdin:
        print(json.dumps(cells(json.loads(line))))
    """

  /// The rows of each text without the empty ones, or nil where a quote is open at the end.
  static func cells(of texts: [[UInt8]]) throws -> [[[String]]?] { try answers(of: script, to: texts) }

  /// What a script answers to each text: it reads them as lines of JSON, and prints a line of JSON for each.
  static func answers<Answer: Decodable>(of script: String, to texts: [[UInt8]]) throws -> [Answer] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let lines = try texts.map { text in
      try JSONEncoder().encode(String(decoding: text, as: UTF8.self)) + [10]
    }
    DispatchQueue.global().async {
      for line in lines { input.fileHandleForWriting.write(line) }
      try? input.fileHandleForWriting.close()
    }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try data.split(separator: 10).map { try JSONDecoder().decode(Answer.self, from: $0) }
  }
}
