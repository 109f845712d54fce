import Cells
import Screens

/// The keys of the tour, which the browser does not use unless text is typed.
enum TourKey: Character {
  case goOn = "."
  case back = ","
  case start = "<"
  case slower = "["
  case faster = "]"
  case stopAt = ";"
  case ask = "#"

  init?(_ key: Key) {
    guard case .character(let character) = KeyMap.standard.meaning(of: key, in: .list) else { return nil }
    self.init(rawValue: character)
  }
}
