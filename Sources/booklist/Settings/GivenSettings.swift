import Browser
import MemoryPressure
import Recording

struct GivenSettings {
  var file: String?
  var isReadOnly = false
  var table: String?
  var title: [String]?
  var columns: [String]?
  var kinds: [ColumnKind] = []
  var articles: [String]?
  var ignoresArticles = false
  var isFresh = false
  var view: String?
  var pane: PaneChoice?
  var saveOn: SaveMoment?
  var memoryBudget: ByteSize?
  var writeAfter: Seconds?
  var pressure: PressureSource?
  var isPlain = false
  var log: String?
  var trace: String?
  var record: String?
  var recordsValues = false
  var replaces = false

  init(file: String? = nil, table: String? = nil, isReadOnly: Bool = false) {
    (self.file, self.table, self.isReadOnly) = (file, table, isReadOnly)
  }
}
