import Testing

/// The driver of the other tests fails where it should.
@Suite struct FlowTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test("A flow that ends before its keys are answered fails") func unanswered() {
    withKnownIssue {
      Flow(scratch).pressAtOnce("Enter")
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("not answered") }
    }
  }

  @Test("A flow fails once, with the screen, and does nothing after that") func failed() {
    withKnownIssue {
      let flow = Flow(scratch)
      flow.press("Entre", "Enter").press("-", "Right", "Enter").expect("This is nowhere.")
      #expect(flow.selected.contains("War and Peace"))
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("no key “Entre”") && $0.rawValue.contains("3 books") }
    }
  }

  @Test("A flow whose browser has ended waits for nothing more") func ended() {
    withKnownIssue {
      let flow = Flow(scratch)
      flow.quit()
      flow.expect("This is nowhere.")
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("the browser has ended") }
    }
  }
}
