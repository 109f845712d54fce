/// A midnight in UTC from which dates are counted.
public enum DateEpoch: Int, Hashable, Sendable, CaseIterable {
  /// 1970-01-01, from which Unix counts.
  case year1970 = 1970
  /// 2001-01-01, from which Core Data counts.
  case year2001 = 2001
  /// 1904-01-01, from which QuickTime and HFS count.
  case year1904 = 1904
  /// 1601-01-01, from which WebKit and Windows count.
  case year1601 = 1601

  /// The seconds from 1970-01-01 to this midnight, negative before it.
  package var secondsSince1970: Int64 {
    switch self {
    case .year1970: 0
    case .year2001: 978_307_200
    case .year1904: -2_082_844_800
    case .year1601: -11_644_473_600
    }
  }
}
