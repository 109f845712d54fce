// C's `environ` is a variable, but only read here; `setenv` writes it before there are threads.
#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  import Darwin
#endif

/// The command's environment variables, and the paths of programs.
package enum Environment {
  package static func value(_ name: String) -> String? {
    if let variables = CommandWorld.current.variables { return variables[name] }
    return getenv(name).map { String(cString: $0) }
  }

  package static var variables: [String: String] {
    if let variables = CommandWorld.current.variables { return variables }
    var (result, next) = ([String: String](), inherited)
    while let line = next?.pointee {
      let parts = String(cString: line).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
      next = next?.successor()
    }
    return result
  }

  /// Sets a variable of the process and its children, unless the command has its own environment.
  package static func set(_ name: String, _ value: String) {
    if CommandWorld.current.isProcess { setenv(name, value, 1) }
  }

  package static func hasVariable(prefix: StaticString) -> Bool {
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

  /// The path of a program in colon-separated folders, by default those of `PATH`; ignores relative ones.
  package static func program(_ name: String, in searchPath: String? = nil) -> String? {
    let folders = (searchPath ?? value("PATH") ?? "").split(separator: ":")
    return folders.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// From the system's accounts, for when `HOME` is not set.
  package static var accountHome: String {
    guard let account = getpwuid(getuid()), let home = account.pointee.pw_dir else { return "/" }
    return String(cString: home)
  }

  package static var executablePath: String? {
    #if canImport(Darwin)
      var (name, size) = ([CChar](repeating: 0, count: Int(PATH_MAX)), UInt32(PATH_MAX))
      guard _NSGetExecutablePath(&name, &size) == 0, let path = realpath(name, nil) else { return nil }
    #else
      guard let path = realpath("/proc/self/exe", nil) else { return nil }
    #endif
    defer { free(path) }
    return String(cString: path)
  }

  static func withVariables<Result>(
    _ given: [String: String]?, _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Result
  ) -> Result {
    guard let variables = given ?? CommandWorld.current.variables else { return body(inherited) }
    var lines = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { lines.forEach { free($0) } }
    return lines.withUnsafeMutableBufferPointer { body($0.baseAddress) }
  }

  private static var inherited: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    #if canImport(Darwin)
      _NSGetEnviron().pointee
    #else
      environ
    #endif
  }
}
