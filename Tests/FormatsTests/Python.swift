import Foundation
import TestSupport

/// Python's csv module, as another reader of the same bytes.
enum Python {
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
    let lines = try texts.map { text in try JSONEncoder().encode(String(decoding: text, as: UTF8.self)) + [10]
    }
    let data = Data(try Command.run(["python3", "-c", script], input: Data(lines.joined())).utf8)
    return try data.split(separator: 10).map { try JSONDecoder().decode(Answer.self, from: $0) }
  }
}
