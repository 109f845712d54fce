import Records

/// What a write-back does with records, of which there may be very many: some at a time.
extension RecordTable {
  /// Takes the changes of records that have been dirty since a moment or longer, from the last dirty one backwards.
  ///
  /// Each of them counts as dirty from now on. So none is taken twice, though dirty records take each other's places
  /// when some become clean between two calls.
  ///
  /// - Parameters:
  ///   - place: The place behind those that are still to be looked at, which is moved on.
  ///   - moment: In `Clock` seconds.
  ///   - count: How many records are looked at, at most.
  func takeDirty(
    into pending: inout PendingWriteBack, before place: inout Int, since moment: Double, count: Int
  ) {
    let now = max(Clock.seconds, moment.nextUp)
    place = min(place, dirty.endIndex)
    let end = max(0, place - count)
    while place > end {
      place -= 1
      let record = dirty[place]
      guard record.dirtySince <= moment else { continue }
      record.dirtySince = now
      pending.append(record)
    }
  }

  /// Notes in some records what became of a write-back, and lets go of those that are clean then if they are to go.
  ///
  /// One that has to stay dirty counts as just looked at, if it was to go, and so is tried again later.
  mutating func settle(_ settlement: Settlement, count: Int, isReleasing: Bool) {
    var ids: [RecordID] = []
    for _ in 0..<count where settlement.isUnderWay {
      if let id = settlement.settleNext(in: &self), isReleasing { ids.append(id) }
    }
    // Not before nobody holds them any more.
    for id in ids {
      if self[id]?.state == .dirty { noteUse(of: id) } else { dehydrate(id) }
    }
  }
}
