// C's `environ` is a variable. It is only read here, and written by `setenv` before there are threads.
#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  import Darwin
#endif

/// The environment variables of the command, and where programs are.
public enum Environment {
  /// The value of a variable, or nil where it is not set.
  public static func value(_ name: String) -> String? {
    if let variables = CommandWorld.current.variables { return variables[name] }
    return getenv(name).map { String(cString: $0) }
  }

  /// Sets a variable of the process and of those that it starts; a command inside another program keeps those that it was given.
  public static func set(_ name: String, _ value: String) {
    if CommandWorld.current.isProcess { setenv(name, value, 1) }
  }

  /// Whether a variable is set whose name begins so.
  ///
  /// - Complexity: O(*n*) in the variables.
  public static func hasVariable(prefix: StaticString) -> Bool {
    if let variables = CommandWorld.current.variables {
      return variables.keys.contains { $0.hasPrefix("\(prefix)") }
    }
    guard var next = inherited else { return false }
    while let variable = next.pointee {
      if strncmp(variable, prefix.utf8Start, prefix.utf8CodeUnitCount) == 0 { return true }
      next += 1
    }
    return false
  }

  /// Where a program is, or nil if it is in none of the folders.
  ///
  /// - Parameter searchPath: The folders, parted by colons, or nil for those of `PATH`; only absolute ones count.
  public static func program(_ name: String, in searchPath: String? = nil) -> String? {
    let folders = (searchPath ?? value("PATH") ?? "").split(separator: ":")
    return folders.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// The home of the person in the system's list of accounts, for when `HOME` does not name one.
  public static var accountHome: String {
    guard let account = getpwuid(getuid()), let home = account.pointee.pw_dir else { return "/" }
    return String(cString: home)
  }

  /// The file of this program, by an absolute path.
  public static var executablePath: String? {
    #if canImport(Darwin)
      var (name, size) = ([CChar](repeating: 0, count: Int(PATH_MAX)), UInt32(PATH_MAX))
      guard _NSGetExecutablePath(&name, &size) == 0, let path = realpath(name, nil) else { return nil }
    #else
      guard let path = realpath("/proc/self/exe", nil) else { return nil }
    #endif
    defer { free(path) }
    return String(cString: path)
  }

  /// All variables as C passes them to another program.
  static func withVariables<Result>(
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Result
  ) -> Result {
    guard let variables = CommandWorld.current.variables else { return body(inherited) }
    var lines = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { lines.forEach { free($0) } }
    return lines.withUnsafeMutableBufferPointer { body($0.baseAddress) }
  }

  /// The variables of the process.
  private static var inherited: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    #if canImport(Darwin)
      _NSGetEnviron().pointee
    #else
      environ
    #endif
  }
}
