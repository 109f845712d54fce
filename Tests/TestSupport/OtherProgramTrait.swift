// As in PatienceTrait.swift: the torture is built where there is no module for tests.
#if canImport(Testing)
  import Testing

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
