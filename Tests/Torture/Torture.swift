import ArgumentParser
import CTorture
import Foundation

/// Looks for trouble until its time is over.
#if !FUZZ
  @main
#endif
struct Torture: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look for edits that are lost, traps and hangs.",
    discussion: "Exit status: 0 when nothing was lost and nothing else was wrong, else 1.",
    subcommands: [
      All.self, Faults.self, Kills.self, Others.self, Reused.self, Replaced.self, Power.self, Damage.self,
      Signals.self, Commands.self, Keys.self, TerminalBytes.self, Files.self, Undos.self, KilledUndos.self,
      Syncs.self,
      KillsChild.self, KilledUndosChild.self, OthersChild.self, ReusedChild.self, KeysChild.self,
      TerminalBytesChild.self, FilesChild.self,
      ReplacedChild.self, DamageChild.self,
    ],
    defaultSubcommand: All.self)

  static func main() {
    // Before anything of SQLite is called.
    precondition(fault_register_allocator() == 0 && fault_register() == 0)
    // A thread of a test may have signals blocked, and what it starts would never get them.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    Self.main(nil)
  }
}
