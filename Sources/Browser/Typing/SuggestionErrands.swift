import BookStore
import Queries
import Screens

final class SuggestionErrands: Errand {
  let kind = ErrandKind.suggestions
  private unowned let workspace: Workspace
  private var current: (request: SuggestionRequest, suggestions: Suggestions)?
  private var given: SuggestionList?

  init(_ workspace: Workspace) { self.workspace = workspace }

  var isOver: Bool { current == nil }

  func refresh() {
    guard workspace.settings.suggests, let request = workspace.stack.needs.suggestions else {
      return (current, given) = (nil, nil)
    }
    if current?.request != request {
      given = nil
      current = try? (
        request,
        workspace.store.lists.suggestions(
          of: request.field, in: request.table, isOfParts: request.isOfParts)
      )
    }
    guard let list = current?.suggestions.list, list != given else { return }
    given = list
    workspace.stack.receive(.suggestions(list))
  }

  func forget() { (current, given) = (nil, nil) }
}
