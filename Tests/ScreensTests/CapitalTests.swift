import Records
import Testing

@testable import Screens

/// Words of a field that begin with a capital by themselves.
@Suite("Capitals while one types") struct CapitalTests {
  private func editor(_ isCapital: Bool = true) -> FieldEditor {
    var field = Field(column: "author", label: "Author", kind: .text)
    field.capitalizesWords = isCapital
    return FieldEditor(field: field, value: .null)
  }

  private func typed(_ text: String, in editor: FieldEditor) -> FieldEditor {
    var editor = editor
    for character in text {
      if character == "⌫" {
        editor.edit(.deleteBack)
      } else {
        editor.insert(String(character), isPaste: false)
      }
    }
    return editor
  }

  @Test(
    "Each word begins with a capital; Backspace right after takes it back",
    arguments: [
      ("leo tolstoy", "Leo Tolstoy"), ("l⌫eo", "leo"), ("leo v⌫von b", "Leo vvon B"), ("leo d⌫e", "Leo de"),
      ("leo⌫⌫⌫x", "X"), ("éa", "Éa"), ("ßa", "ßa"), ("1st", "1st"), ("“no", "“No"), ("Ab", "Ab"),
      ("le⌫", "L"),
    ])
  func words(_ keys: String, _ text: String) { #expect(typed(keys, in: editor()).line.text == text) }

  @Test("Only where the field wants it, and never in a paste") func others() {
    #expect(typed("leo", in: editor(false)).line.text == "leo")
    var editor = editor()
    editor.insert("leo tolstoy", isPaste: true)
    #expect(editor.line.text == "leo tolstoy")
  }
}
