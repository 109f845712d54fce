import Records
import Testing

@testable import BookStore

/// Who wants to see all statements over rows has them recorded from the opening on.
@Suite struct ObservedOpeningTests {
  @Test(
    "The query for the first page is recorded where the options say so, and only there",
    arguments: [true, false])
  func opening(isObserved: Bool) throws {
    let scratch = try Scratch()
    var options = StoreOptions()
    options.isObserved = isObserved
    let store = try BookStore(path: scratch.path, options: options)
    #expect(store.observation.isObserved == isObserved)
    #expect(store.observation.statements().map(\.purpose) == (isObserved ? [.list] : []))
  }
}
