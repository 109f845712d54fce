import BookStore
import Browser
import Formats
import Records
import Transfers

struct ImportLine {
  let bytes: [UInt8]

  init(_ row: ImportReport.Row) {
    func text(_ string: String) -> JSONValue { JSONValue(.text(Text(string))) }
    var members: [(String, JSONValue)] = [
      ("line", JSONValue(.integer(Int64(row.line)))), ("outcome", text(row.outcome.rawValue)),
      ("title", text(row.title)),
    ]
    if !row.differing.isEmpty { members.append(("differing", .list(row.differing.map(text)))) }
    if let key = row.key { members.append(("key", JSONValue(.integer(key)))) }
    if row.outcome == .doubtful || row.refusal != nil || !row.problems.isEmpty {
      members.append(("note", text(ImportWording.note(row))))
    }
    bytes = Array((JSONValue.object(members).text + "\n").utf8)
  }
}
