import Records

extension WriteBackPlan {
  func firstStatement(comparing isComparing: Bool) -> (sql: String, values: [Value])? {
    guard let update = updates.first else { return nil }
    let shape = shape(of: update)
    let values = values(of: update) + id(of: update).values
    guard isComparing else { return (shape.sql.update(shape.fields), values) }
    return (
      shape.sql.update(shape.fields, comparing: shape.comparisons), values + originals(of: update)
    )
  }
}
