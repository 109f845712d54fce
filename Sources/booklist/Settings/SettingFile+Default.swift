import Formats
import Platform
import Screens

extension SettingFile {
  /// Makes a library the one that opens by default, with the setting `file`.
  static func makeDefault(_ library: String) -> Message {
    guard let setting = SettingTable.setting("file") else { return Message("") }
    do {
      var text = ""
      if Library.exists(path) {
        text = String(decoding: try DescriptorBytes.readAll(path, upTo: limit, waits: false), as: UTF8.self)
      }
      try write(try TOMLEdit.set(setting.name, to: setting.toml([library]), in: text))
      return Message("booklist opens \(library) from now on; the setting is in \(path).")
    } catch let problem as TOMLProblem {
      return .problem("\(path):\(problem.line): \(problem.text). Nothing was changed.")
    } catch let error as SystemError {
      return .problem("\(path) cannot be changed: \(error.reason).")
    } catch {
      return .problem("\(path) cannot be changed.")
    }
  }

  private static func write(_ text: String) throws(SystemError) {
    try Folder.make(Library.configurationFolder)
    let file = try WholeFile(path, replaces: true)
    try DescriptorBytes.writeAll(text.utf8, to: file.descriptor) { true }
    try file.finish()
  }
}
