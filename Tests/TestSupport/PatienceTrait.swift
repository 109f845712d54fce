// The torture, which has no tests, is built where there is no module for them.
#if canImport(Testing)
  import Testing

  /// Fails a test of which a case works for longer than `patience`.
  ///
  /// A test's `timeLimit` also counts the time in which other tests have its thread, and that is much where all tests run.
  package struct PatienceTrait: TestTrait, SuiteTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      let start = ContinuousClock.now
      try await function()
      let time = ContinuousClock.now - start
      if time > patience { Issue.record("\(test.name) took \(time)") }
    }
  }

  extension Trait where Self == PatienceTrait {
    /// Ends within `patience`.
    package static var endsInTime: Self { Self() }
  }
#endif
