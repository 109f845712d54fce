import Cells
import Records

/// The keys of what is beside the screens: the inspector, and the list beside a record.
extension KeyTable {
  private static let watched: ModeSet = pressed.subtracting([.alert, .menu, .datePart])
  private static let besides: ModeSet = [.tables, .list, .listEditing, .detail, .detailEditing]

  static let watching: [KeyBinding] = [
    KeyBinding(
      [.inspector],
      [
        .character("1"): .filterStatements(.hydrate), .character("2"): .filterStatements(.writeBack),
        .character("3"): .filterStatements(.list), .character("4"): .filterStatements(.other),
      ], "shows only the statements for looks, write-backs, lists, or anything else, and again all of them",
      hint: "1-4", "filter", isMinor: true),
    KeyBinding(
      [.inspector], [.character(" "): .pause], "holds the statements still, or lets them go on",
      hint: "Space",
      "pause", isMinor: true),
    KeyBinding(
      [.inspector], [.tab: .switchPane, .escape: .switchPane, .character("q"): .switchPane],
      "goes back to the screens", hint: "Tab", "back"),
    KeyBinding(besides, [.tab: .switchPane], "goes to the inspector, if it is open"),
    KeyBinding(watched, [.character("i"): .toggleInspector], "opens or closes the inspector"),
    KeyBinding(
      watched, [.character("I"): .inspectWhole], "gives the inspector the whole screen, or takes it back"),
    KeyBinding(
      watched, [.character("v"): .toggleSplit], "shows the list and a record side by side, or one at a time"),
  ]
}
