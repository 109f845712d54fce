import Foundation
import TestSupport

@testable import Formats

func rows(_ text: String, _ options: ReadOptions = ReadOptions()) throws -> [FormatRow] {
  try rows(Array(text.utf8), options)
}

func rows(_ bytes: [UInt8], _ options: ReadOptions = ReadOptions()) throws -> [FormatRow] {
  var reader = FormatReader(options)
  return try reader.rows(of: bytes, isLast: true)
}

/// The format that a text is recognised as.
func format(_ text: String) throws -> Format? { try format(Array(text.utf8)) }

func caseBytes(_ name: String) throws -> [UInt8] {
  Array(try Data(contentsOf: Repository.fixtures.appending(path: "cases/\(name)")))
}

func caseRows(_ name: String, _ options: ReadOptions = ReadOptions()) throws -> [FormatRow] {
  try rows(caseBytes(name), options)
}

func format(_ bytes: [UInt8]) throws -> Format? {
  var reader = FormatReader()
  _ = try reader.rows(of: bytes, isLast: true)
  return reader.format
}
