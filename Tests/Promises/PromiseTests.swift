import Testing

@Suite("The nine promises") struct PromiseTests {
  @Test("Our store keeps each of them", arguments: 1...9)
  func kept(_ number: Int) throws { try Promises<OwnStore>().check(number) }

  @Test("A store that breaks them all is found out in each", arguments: 1...9)
  func broken(_ number: Int) throws { withKnownIssue { try Promises<HastyStore>().check(number) } }
}
