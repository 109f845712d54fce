import CSQLite
import Platform

/// Compares bytes in place of a missing collation, so that its tables can be read but their indexes must not be written.
package final class CollationStandIn {
  package private(set) var isUsed = false

  /// The connection holds no reference, so the stand-in must outlive its statements.
  init(for connection: OpaquePointer) {
    sqlite3_collation_needed(connection, Unmanaged.passUnretained(self).toOpaque()) {
      context, connection, encoding, name in
      // SQLite also asks for its own collations before it converts texts for them.
      guard let context, let name, !CollationStandIn.isOwn(String(cString: name)) else { return }
      Unmanaged<CollationStandIn>.fromOpaque(context).takeUnretainedValue().isUsed = true
      sqlite3_create_collation_v2(connection, name, encoding, nil, CollationStandIn.compare, nil)
    }
  }

  /// Whether a collation is SQLite's own (datatype3.html, 7.1).
  package static func isOwn(_ name: String) -> Bool {
    ["BINARY", "NOCASE", "RTRIM"].contains(name.uppercased())
  }

  private static let compare:
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?
    ) -> Int32 = { _, leftCount, left, rightCount, right in
      guard let left, let right else { return leftCount - rightCount }
      let order = memcmp(left, right, Int(min(leftCount, rightCount)))
      return order == 0 ? leftCount - rightCount : order
    }
}
