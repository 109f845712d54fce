import Foundation
import TestSupport
import Testing

@Suite("Completions for shells") struct CompletionTests {
  @Test("They are what the program's tables say", arguments: Completions.allCases)
  func script(_ completions: Completions) throws {
    try KeptFile.check(completions.rawValue, is: completions.script(try .ofProgram()))
  }

  @Test(
    "bash completes commands, options, values and files",
    .needs("bash"),
    arguments: [
      (["de"], "demo\ndesk.sqlite\n"), (["--sa"], "--save-on\n"), (["--save-on", ""], "pressure\nedit\n"),
      (["--save-on", "=", "e"], "edit\n"), (["--save-on", "="], "pressure\nedit\n"), (["--table", ""], ""),
      (["check", "d"], "desk.sqlite\n"), (["check", "--he"], "--help\n"), (["demo", "--boo"], "--books\n"),
      (["demo", ""], ""), (["desk.sqlite", "--rea"], "--read-only\n"), (["help", "b"], "backup\n"),
    ])
  func bash(_ words: [String], _ completed: String) throws {
    let folder = try TemporaryFolder()
    try Data().write(to: folder.url.appending(path: "desk.sqlite"))
    let script = Repository.root.appending(path: Completions.bash.rawValue).path(percentEncoded: false)
    let line = """
      cd "$1" && . "$2" && shift 2 && COMP_WORDS=(booklist "$@") && COMP_CWORD=$#
      _booklist && [[ ${#COMPREPLY[@]} == 0 ]] || printf '%s\\n' "${COMPREPLY[@]}"
      """
    #expect(try Command.run(["bash", "-c", line, "bash", folder.path, script] + words) == completed)
  }

  @Test("bash can read its own", .needs("bash"))
  func bashSyntax() throws { try checkSyntax(.bash) }

  @Test("zsh can read its own", .needs("zsh"))
  func zshSyntax() throws { try checkSyntax(.zsh) }

  @Test("fish can read its own", .needs("fish"))
  func fishSyntax() throws { try checkSyntax(.fish) }

  private func checkSyntax(_ completions: Completions) throws {
    let shell = "\(completions)"
    let file = Repository.root.appending(path: completions.rawValue).path(percentEncoded: false)
    #expect(try Command.run(["/bin/sh", "-c", "\"$0\" -n \"$1\" 2>&1", shell, file]) == "")
  }
}
