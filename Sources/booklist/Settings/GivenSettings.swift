import Browser
import MemoryPressure

struct GivenSettings {
  var file, table: String?
  var isReadOnly = false
  var title, columns: [String]?
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
  var log, trace, record: String?
  var recordsValues = false
  var replaces = false
}
