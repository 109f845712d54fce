/// A midnight in UTC from which dates are counted.
public enum DateEpoch: Int, Hashable, Sendable, CaseIterable {
  case year1970 = 1970
  /// The epoch of Core Data.
  case year2001 = 2001
  /// The epoch of QuickTime and HFS.
  case year1904 = 1904
  /// The epoch of WebKit and Windows.
  case year1601 = 1601

  /// The seconds from 1970-01-01 to this midnight; negative before it.
  package var secondsSince1970: Int64 {
    switch self {
    case .year1970: 0
    case .year2001: 978_307_200
    case .year1904: -2_082_844_800
    case .year1601: -11_644_473_600
    }
  }
}
