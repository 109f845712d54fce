import Foundation
import TestSupport

/// A script of `docs/pictures`, one step per line; `docs/make-picture` describes the steps, and makes the pictures.
struct PictureScript {
  /// What is done, in this order.
  enum Step {
    /// Runs a shell command beside the terminal.
    case run(String)
    /// Types a text, and presses Enter if `isLine`.
    case type(String, isLine: Bool)
    /// Pastes a text.
    case paste(String)
    /// Presses keys by their names in tmux.
    case press([String])
    /// Waits until the screen shows a text, or no longer shows it.
    case wait(String, isShown: Bool)
    /// Leaves out of the comparisons from here on what matches a regular expression.
    case leaveOut(String)
    /// Leaves it out of the next comparison only.
    case leaveOutOnce(String)
    /// The screen is that of a picture.
    case compare(URL)
    /// A film begins.
    case film(URL)
    /// The screen is that of the film at a marker.
    case mark(String)
  }

  /// A line that means nothing.
  struct UnknownStep: Error {
    let script: String
    let line: String
  }

  /// The folder of the scripts, with the pictures and the files that the scripts use.
  static let folder = Repository.root.appending(path: "docs/pictures")

  /// The names of all scripts, without their extension.
  static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    return (files ?? []).filter { $0.hasSuffix(".keys") }.map { String($0.dropLast(5)) }.sorted()
  }()

  /// The size of the terminal.
  private(set) var columns = 80
  private(set) var rows = 24
  /// What is set in the environment.
  private(set) var variables: [String: String] = [:]
  /// The files that are copied into the working folder.
  private(set) var files: [URL] = []
  /// Whether a photo is drawn on the screen.
  private(set) var hasPhoto = false
  private(set) var steps: [Step] = []

  init(named name: String) throws {
    for line in try Repository.text("docs/pictures/\(name).keys").split(separator: "\n") {
      guard !line.hasPrefix("#") else { continue }
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let text = parts.count > 1 ? parts[1] : ""
      guard readSetting(parts[0], text) || readStep(parts[0], text) else {
        throw UnknownStep(script: name, line: String(line))
      }
    }
  }

  /// The pictures and films that it makes.
  var outputs: [URL] {
    steps.compactMap { step -> URL? in
      switch step {
      case .compare(let file), .film(let file): file
      default: nil
      }
    }
  }

  /// Takes what holds for the whole script; false for anything else.
  private mutating func readSetting(_ name: String, _ text: String) -> Bool {
    switch name {
    case "size":
      let size = text.split(separator: "x").compactMap { Int($0) }
      guard size.count == 2 else { return false }
      (columns, rows) = (size[0], size[1])
    case "set":
      guard let sign = text.firstIndex(of: "=") else { return false }
      variables[String(text[..<sign])] = String(text[sign...].dropFirst())
    case "file": files.append(Self.folder.appending(path: text))
    case "photo": hasPhoto = true
    // What is only for those who see or read a picture, or play a film.
    case "title", "pause": break
    default: return false
    }
    return true
  }

  private mutating func readStep(_ name: String, _ text: String) -> Bool {
    switch name {
    case "run": steps.append(.run(text))
    case "type": steps.append(.type(text, isLine: false))
    case "line": steps.append(.type(text, isLine: true))
    case "paste": steps.append(.paste(text))
    case "key": steps.append(.press(text.split(separator: " ").map(String.init)))
    case "wait": steps.append(.wait(text, isShown: true))
    case "gone": steps.append(.wait(text, isShown: false))
    // What a picture shows instead is another match of the pattern.
    case "differs": steps.append(.leaveOut(String(text.split(separator: " as ", maxSplits: 1)[0])))
    case "once": steps.append(.leaveOutOnce(text))
    case "picture": steps.append(.compare(Self.file(text.split(separator: " ")[0])))
    case "film": steps.append(.film(Self.file(text[...])))
    case "mark": steps.append(.mark(text))
    default: return false
    }
    return true
  }

  private static func file(_ name: Substring) -> URL {
    folder.appending(path: String(name)).standardizedFileURL
  }
}
