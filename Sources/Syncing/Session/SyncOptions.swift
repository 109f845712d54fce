import BookStore
import Platform

package struct SyncOptions: Sendable {
  package var library: String
  /// The folder of the edit logs; the sync keeps its state next to it.
  package var stateFolder: String
  package var store: StoreOptions
  /// Where the history is carried: a folder, or anything that git calls a remote; nil for the previous place.
  package var place: String?
  /// This machine's name; nil for the previous one, or the host's name.
  package var label: String?
  /// Whether nothing may be changed anywhere.
  package var isDry = false
  /// Whether to send the library although most rows of a table are others now, or it is as it was after an earlier sync.
  package var sendsAnyway = false
  /// Whether to bring the library forward if it is as it was after an earlier sync.
  package var isRestored = false
  package var isUnwanted: @Sendable () -> Bool = { false }
  /// Whether to compare the library even if it is unchanged since the last sync.
  package var comparesAlways = false
  /// Called from time to time with the fraction done, from 0 to 1; starts again from 0 if conflicts were settled.
  package var progress: @Sendable (Double) -> Void = { _ in }

  package var random: @Sendable () -> UInt64 = { UInt64.random(in: 0 ... .max) }
  /// The time in seconds since 1970.
  package var now: @Sendable () -> Int64 = { Int64(SystemClock.secondsSince1970) }

  /// A place that does not depend on the current folder.
  package static func absolute(_ place: String) -> String {
    let isAddress = place.prefix { $0 != "/" }.contains(":")
    if isAddress || place.hasPrefix("/") { return place }
    // A repository is made where there is none.
    return Folder.realPath(of: place) ?? "\(Folder.realPath(of: ".") ?? ".")/\(place)"
  }

  package init(library: String, stateFolder: String, store: StoreOptions) {
    (self.library, self.stateFolder, self.store) = (library, stateFolder, store)
  }
}
