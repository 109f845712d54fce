import Platform

/// A folder on another machine, reached by the system's `ssh`, which knows the keys, host names and ports.
package struct SSHCarrier: Carrier {
  private let host, folder, program: String
  private let isUnwanted: @Sendable () -> Bool

  /// Uses a place such as `ssh://user@host:22/folder`; a folder that begins with `~/` is in the remote home folder.
  package init(
    _ place: String, program: String? = Environment.program("ssh"), isUnwanted: @escaping @Sendable () -> Bool
  ) throws(SyncError) {
    let rest = place.dropFirst("ssh://".count)
    guard let slash = rest.firstIndex(of: "/"), slash > rest.startIndex,
      rest[rest.index(after: slash)...] != ""
    else {
      throw .unreachable(place: place, detail: "write it as ssh://host/folder")
    }
    guard let program else { throw .noSSH }
    let path = String(rest[slash...])
    (host, folder) = ("ssh://" + rest[..<slash], path.hasPrefix("/~/") ? String(path.dropFirst(3)) : path)
    (self.program, self.isUnwanted) = (program, isUnwanted)
  }

  package func list() throws(SyncError) -> [String] {
    let output = try run("cd \(Self.quoted(folder)) && ls", input: "/dev/null")
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  package func get(_ name: String, to path: String) throws(SyncError) {
    do throws(SystemError) {
      let file = try WholeFile(path, replaces: true, isPrivate: true)
      let null = open("/dev/null", O_RDWR | O_CLOEXEC)
      guard null >= 0 else { throw SystemError(path: "/dev/null") }
      defer { close(null) }
      let process = try SpawnedProcess(
        program, arguments("cat \(Self.quoted("\(folder)/\(name)"))"), input: null, output: file.descriptor,
        errors: null)
      let status = process.wait(until: isUnwanted)
      guard status == 0 else { throw SystemError(EIO) }
      try file.finish()
    } catch {
      throw isUnwanted() ? .cancelled : .unreachable(place: place, detail: "\(name) cannot be read there")
    }
  }

  package func put(_ path: String, as name: String) throws(SyncError) {
    let (target, part) = (Self.quoted("\(folder)/\(name)"), Self.quoted("\(folder)/.\(name).part"))
    var status = stat()
    guard stat(path, &status) == 0 else { throw .file(path: path, SystemError(path: path)) }
    // If the connection is lost, the input ends early, so check that it is complete; `ln` never replaces an existing file.
    _ = try run(
      """
      test -e \(target) || { cat > \(part) && test "$(wc -c < \(part))" -eq \(status.st_size) && \
      { ln \(part) \(target) 2>/dev/null || test -e \(target) || mv \(part) \(target); }; r=$?; rm -f \(part); exit $r; }
      """, input: path)
  }

  private var place: String { "\(host)/\(folder)" }

  private func arguments(_ command: String) -> [String] { ["-o", "BatchMode=yes", "-T", host, command] }

  private func run(_ command: String, input: String) throws(SyncError) -> [UInt8] {
    let outcome: ProgramRun.Outcome
    do throws(SystemError) {
      outcome = try ProgramRun(program, arguments(command), input: input, maximum: 1 << 24).wait(
        isCancelled: isUnwanted)
    } catch { throw .file(path: error.path ?? program, error) }
    if isUnwanted() { throw .cancelled }
    guard outcome.exitStatus == 0 else {
      let lines = String(decoding: outcome.errors, as: UTF8.self).split(separator: "\n")
      throw .unreachable(place: place, detail: lines.last.map(String.init) ?? "ssh has failed")
    }
    return outcome.output
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
