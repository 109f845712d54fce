import Records

struct RecentScreen: BoxScreen {
  var lines: LineList<RecentFile>

  init(_ files: [RecentFile]) { lines = LineList(files) }

  var kind: Mode { .recent }
  var columns: [String] { ["file", "rows", "opened"] }
  var heading: String { QuestionWording.recentHeading + titleEnd }

  mutating func answer(_ action: Action) -> Outcome? {
    guard action == .open, let path = lines.chosen?.path else { return nil }
    return Outcome(change: .pop, effects: [.library(.open(Text(path)))])
  }

  func copy(of file: RecentFile) -> String { file.path }
  func text(of file: RecentFile) -> String { QuestionWording.name(of: file) }
}

/// A file in the recent-files menu; `time` is in words.
public struct RecentFile: Hashable, Sendable {
  package var path: String
  package var time: String
  package var rowCount: Int?

  package init(path: String, time: String, rowCount: Int?) {
    (self.path, self.time, self.rowCount) = (path, time, rowCount)
  }
}

extension RecentFile: TextLine {
  package var texts: [String] { [path, rowCount.map { String($0) } ?? "", time] }
  package var values: [Value] {
    let rows = rowCount.map { Value.integer(Int64($0)) } ?? .null
    return [.text(Text(path)), rows, .text(Text(time))]
  }
}
