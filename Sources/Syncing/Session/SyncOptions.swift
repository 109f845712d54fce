import BookStore
import Platform

package struct SyncOptions: Sendable {
  package var library: String
  /// The folder of the edit logs, where the sync keeps its state as well.
  package var stateFolder: String
  package var store: StoreOptions
  /// A folder or anything that git calls a remote; nil for the previous place.
  package var place: String?
  /// This machine's name; nil for the previous one, or the host's.
  package var label: String?
  /// Whether to change nothing anywhere.
  package var isDry = false
  /// Whether to send the library even if most rows of a table were replaced, or it seems restored from a backup.
  package var sendsAnyway = false
  /// Whether to bring the library forward if it seems restored from a backup.
  package var isRestored = false
  package var isUnwanted: @Sendable () -> Bool = { false }
  /// Whether to compare the library even if it seems unchanged since the last sync.
  package var comparesAlways = false
  /// Called from time to time with the fraction done; may start again from 0.
  package var progress: @Sendable (Double) -> Void = { _ in }

  package var random: @Sendable () -> UInt64 = { UInt64.random(in: 0 ... .max) }
  /// In seconds since 1970.
  package var now: @Sendable () -> Int64 = { Int64(SystemClock.secondsSince1970) }

  package static func absolute(_ place: String) -> String {
    let isAddress = place.prefix { $0 != "/" }.contains(":")
    if isAddress || place.hasPrefix("/") { return place }
    // A repository may not exist yet.
    return Folder.realPath(of: place) ?? "\(Folder.realPath(of: ".") ?? ".")/\(place)"
  }

  package init(library: String, stateFolder: String, store: StoreOptions) {
    (self.library, self.stateFolder, self.store) = (library, stateFolder, store)
  }
}
