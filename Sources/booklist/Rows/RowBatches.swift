import BookStore
import Platform
import Records
import Screens

/// Changes rows in batches, each in one transaction, until a signal asks the program to stop.
struct RowBatches {
  let ids: [RecordID]
  /// The most rows of a batch.
  let size: Int
  let schema: Schema

  /// Changes all of the rows.
  ///
  /// If it stops early, it says how many rows are changed for good.
  ///
  /// - Parameter change: Changes the rows of a batch, and returns how many it has changed.
  /// - Returns: How many rows were changed.
  /// - Throws: What `change` throws, or `interrupted`.
  func change(_ change: ([RecordID]) throws(StoreError) -> Int) throws(StoreError) -> Int {
    var done = 0
    do throws(StoreError) {
      for start in stride(from: 0, to: ids.count, by: size) {
        if Interruption.isAsked { throw .interrupted }
        done += try change(Array(ids[start..<min(start + size, ids.count)]))
      }
    } catch {
      if done > 0 { StandardError.say("Stopped after \(Wording.count(done, schema)).") }
      throw error
    }
    return done
  }
}
