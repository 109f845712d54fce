import BookStore
import Records
import Screens

/// Merges groups of rows, one after the other, as one step.
final class MergeWork: Work {
  private let merges: [Merge]
  private unowned let workspace: Workspace
  private let editStep: EditStep
  private var place = 0
  private var count = MergeCount()
  /// How many groups were left as they are, because a row has changed, or the database refuses it.
  private var leftCount = 0

  init(_ merges: [Merge], _ workspace: Workspace) {
    (self.merges, self.workspace) = (merges, workspace)
    editStep = workspace.store.beginStep(from: Self.origin(merges, workspace.store))
  }

  /// The origin of the step for the history: the first row that stays, and how many others do.
  private static func origin(_ merges: [Merge], _ store: BookStore) -> StepOrigin? {
    guard let id = merges.first?.ids.first, let schema = try? store.schema(of: id.table) else { return nil }
    let title = (try? store.rowEditor.identities.shownTitle(of: id)) ?? .null
    let more = merges.count > 1 ? " and \(Wording.number(merges.count - 1)) more" : ""
    return .merged(schema.text(ofTitle: title) + more)
  }

  var name: String { "Merging" }
  var fraction: Double { Double(place) / Double(max(1, merges.count)) }

  func step() throws(StoreError) -> Bool {
    guard place < merges.count else { return false }
    do throws(StoreError) {
      count.add(try workspace.store.merging.merge([merges[place]], in: editStep))
    } catch {
      if error == .busy || error == .full || error == .readOnly { throw error }
      leftCount += 1
    }
    place += 1
    return place < merges.count
  }

  func end(_ end: WorkEnd) {
    let merged = merges.prefix(place)
    workspace.focus.seekSelectedAgain()
    workspace.stack.receive(.deletedRows(.rows(Set(merged.flatMap { $0.ids.dropFirst() }))))
    workspace.stack.receive(.settledDuplicates(Set(merged.flatMap(\.ids))))
    workspace.lookAgain()
    let schema = merges.first.flatMap { try? workspace.store.schema(of: $0.ids[0].table) }
    guard let schema else { return }
    let done = MergeWording.merged(count, schema)
    workspace.stack.message = BrowserWording.merged(done, leftCount: leftCount)
    if let error = end.error {
      workspace.stack.message = .problem("\(done) \(workspace.notices.sentence(error, in: schema))")
    }
  }
}
