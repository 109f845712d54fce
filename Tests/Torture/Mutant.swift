import Foundation
import SeededRandom
import TestSupport

/// A database file with what lies beside it, and what can be done to its bytes.
struct Mutant {
  let name: String
  private var bytes: [UInt8]
  /// The journal or the write-ahead log that belongs to it, by the end of its name.
  private(set) var sidecars: [String: [UInt8]]

  /// The fixtures, sound ones and damaged ones.
  static func originals() throws -> [Mutant] {
    var mutants: [Mutant] = []
    for folder in [Repository.fixtures, Repository.fixtures.appending(path: "damaged")] {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      where name.hasSuffix(".sqlite") { mutants.append(try Mutant(folder.appending(path: name))) }
    }
    return mutants
  }

  private init(_ file: URL) throws {
    name = file.lastPathComponent
    bytes = Array(try Data(contentsOf: file))
    sidecars = [:]
    for suffix in ["-wal", "-journal"] {
      sidecars[suffix] = (try? Data(contentsOf: URL(filePath: file.path + suffix))).map(Array.init)
    }
  }

  /// Makes something else of it.
  mutating func mutate(using generator: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      Self.mutate(&bytes, using: &generator)
      for suffix in sidecars.keys.sorted() where Bool.random(using: &generator) {
        Self.mutate(&sidecars[suffix, default: []], using: &generator)
      }
    }
  }

  private static func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    guard bytes.count > 1 else { return }
    let pages = bytes.count / 1_024
    let place = Int.random(in: 0..<bytes.count, using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0:
      for _ in 0..<Int.random(in: 1...20, using: &generator) {
        flip(&bytes, bytes.indices, using: &generator)
      }
    // Where the structure is: the file's header, and the beginnings of pages.
    case 1: for _ in 0..<4 { flip(&bytes, 0..<min(120, bytes.count), using: &generator) }
    case 2...3:
      let start = pages > 0 ? Int.random(in: 0..<pages, using: &generator) * 1_024 : 0
      for _ in 0..<3 { flip(&bytes, start..<min(start + 40, bytes.count), using: &generator) }
    case 4: bytes.removeLast(bytes.count - place)
    case 5 where pages > 1:
      let (one, other) = (
        Int.random(in: 0..<pages, using: &generator), Int.random(in: 0..<pages, using: &generator)
      )
      for offset in 0..<1_024 where one != other {
        bytes.swapAt(one * 1_024 + offset, other * 1_024 + offset)
      }
    case 6: for index in place..<min(place + 1_024, bytes.count) { bytes[index] = 0 }
    default:
      for index in place..<min(place + 8, bytes.count) {
        bytes[index] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &generator) ?? 0
      }
    }
  }

  private static func flip(
    _ bytes: inout [UInt8], _ places: Range<Int>, using generator: inout SeededGenerator
  ) {
    guard let place = places.randomElement(using: &generator) else { return }
    bytes[place] = UInt8.random(in: 0...255, using: &generator)
  }

  /// How many mutants are kept for a while.
  static let keptCount: UInt64 = 8

  /// Where the mutant of a seed is.
  static func path(in folder: String, _ seed: UInt64) -> String { "\(folder)/mutant-\(seed).sqlite" }

  /// Takes a mutant away, and what lies beside it.
  static func remove(_ path: String) {
    for suffix in ["", "-wal", "-journal", "-shm"] { unlink(path + suffix) }
  }

  func write(to path: String) throws {
    Self.remove(path)
    try Data(bytes).write(to: URL(filePath: path))
    for (suffix, bytes) in sidecars { try Data(bytes).write(to: URL(filePath: path + suffix)) }
  }

  /// Whether it is still there as it was.
  func isHeld(at path: String) throws -> Bool {
    try Data(contentsOf: URL(filePath: path)).elementsEqual(bytes)
      && sidecars.allSatisfy { suffix, bytes in
        (try? Data(contentsOf: URL(filePath: path + suffix)))?.elementsEqual(bytes) == true
      }
  }
}
