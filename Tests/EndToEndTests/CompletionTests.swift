import Foundation
import TestSupport
import Testing

@Suite("Completions for shells") struct CompletionTests {
  @Test("They are what the program's tables say", arguments: Completions.allCases)
  func script(_ completions: Completions) throws {
    try KeptFile.check(completions.rawValue, is: completions.script(try .ofProgram()))
  }

  @Test(
    "bash completes commands, options, values and files, and whatever booklist complete offers",
    .needs("bash"),
    arguments: [
      (["de"], "demo\ndesk.sqlite\n"), (["--sa"], "--save-on\n"), (["--save-on", ""], "pressure\nedit\n"),
      (["--save-on", "=", "e"], "edit\n"), (["--save-on", "="], "pressure\nedit\n"), (["--table", ""], ""),
      (["check", "d"], "desk.sqlite\n"), (["check", "--he"], "--help\n"), (["demo", "--boo"], "--books\n"),
      (["demo", ""], ""), (["desk.sqlite", "--rea"], "--read-only\n"), (["help", "b"], "backup\n"),
      (["list", "--sort", "ti"], "title\n"), (["set", "1", "author", "=", "F"], "Frank\\ Herbert\n"),
    ] as [([String], String)])
  func bash(_ words: [String], _ completed: String) throws {
    let folder = try TemporaryFolder()
    try Data().write(to: folder.url.appending(path: "desk.sqlite"))
    let script = Repository.root.appending(path: Completions.bash.rawValue).path(percentEncoded: false)
    let line = """
      booklist() {
        case "$*" in
        'complete list --sort ti') echo title ;;
        'complete set 1 author = F') echo 'author=Frank Herbert' ;;
        esac
      }
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

/// The scripts by which shells complete the program's arguments.
///
/// Those of the argument parser take the word of a subcommand for a file, since the program takes either in that place.
enum Completions: String, CaseIterable {
  case bash = "docs/completions/booklist.bash"
  case zsh = "docs/completions/_booklist"
  case fish = "docs/completions/booklist.fish"

  /// The script for a program that describes itself so.
  func script(_ command: CommandDescription) -> String {
    switch self {
    case .bash: BashCompletion(command: command).script
    case .zsh: ZshCompletion(command: command).script
    case .fish: FishCompletion(command: command).script
    }
  }
}
