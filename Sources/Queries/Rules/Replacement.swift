/// A replacement for a pattern's matches, in which `\1` stands for the match of the first group.
public struct Replacement: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text(String)
    case group(Int)
  }

  let pattern: Pattern
  private let parts: [Part]

  init(of pattern: Pattern, literal text: String) { (self.pattern, parts) = (pattern, [.text(text)]) }

  init(of pattern: Pattern, by text: String) throws(RuleProblem) {
    var (parts, literal): ([Part], String) = ([], "")
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "\\", let next = rest.popFirst() else {
        literal.append(character)
        continue
      }
      guard next.isASCII, let group = next.wholeNumberValue else {
        literal.append(next)
        continue
      }
      guard group <= pattern.groupCount else { throw .noSuchGroup(group) }
      parts += [.text(literal), .group(group)]
      literal = ""
    }
    (self.pattern, self.parts) = (pattern, parts + [.text(literal)])
  }

  func changed(_ text: String) throws(RuleRefusal) -> String {
    guard let matches = pattern.matches(in: text) else { throw .tooSlow }
    var (changed, end) = ("", text.startIndex)
    let scalars = text.unicodeScalars
    for groups in matches {
      // Two matches within one character, as in ß, count as one.
      guard let range = groups[0], range.lowerBound >= end else { continue }
      changed.unicodeScalars += scalars[end..<range.lowerBound]
      for part in parts {
        switch part {
        case .text(let literal): changed += literal
        case .group(let number): if let group = groups[number] { changed.unicodeScalars += scalars[group] }
        }
      }
      if changed.utf8.count > Rule.textLimit { throw .tooLarge }
      end = range.upperBound
    }
    changed.unicodeScalars += scalars[end...]
    return changed
  }
}
