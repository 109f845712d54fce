import BookStore
import Records
import Screens

/// Looks for the groups of rows in which nothing differs that two of them have.
final class AlikeSearchWork: Work {
  private let groups: [[RecordID]]
  private unowned let workspace: Workspace
  private let found: ([Merge]) -> Void
  private var place = 0
  private var merges: [Merge] = []

  init(_ groups: [[RecordID]], _ workspace: Workspace, found: @escaping ([Merge]) -> Void) {
    (self.groups, self.workspace, self.found) = (groups, workspace, found)
  }

  var name: String { "Comparing" }
  var fraction: Double { Double(place) / Double(max(1, groups.count)) }
  var asksBeforeLeaving: Bool { false }

  func step() throws(StoreError) -> Bool {
    guard place < groups.count else { return false }
    do throws(StoreError) {
      let sheet = try workspace.store.merging.sheet(of: groups[place])
      if sheet.differing.isEmpty { merges.append(sheet.merge) }
    } catch {
      guard error == .rowGone else { throw error }
    }
    place += 1
    return place < groups.count
  }

  func end(_ end: WorkEnd) {
    switch end {
    case .done: found(merges)
    case .cancelled: workspace.stack.message = StoreWording.cancelled
    case .failed(let error):
      workspace.stack.message = .problem(workspace.notices.sentence(error, in: workspace.stack.schema))
    }
  }
}
