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

  extension Trait where Self == ConditionTrait {
    /// Skips a test, and says so, if a program that it compares with is not installed.
    package static func needs(_ program: String) -> Self {
      .enabled(if: Command.isInstalled(program), "\(program) is not installed")
    }

    /// Skips a test, and says so, if Python lacks modules that it compares with; Debian's python3-minimal lacks most.
    ///
    /// - Parameter modules: Their names, separated by commas.
    package static func needsPython(_ modules: String) -> Self {
      .enabled(
        if: (try? Command.run(["python3", "-c", "import \(modules)"])) != nil,
        "python3 with \(modules) is not installed")
    }
  }
#endif

/// How long a test looks again and again for what is to come, before it fails.
///
/// It says nothing of how fast the program is: a machine may have much else to do.
package let patience = Duration.seconds(60)
