package struct EffectChoice: Hashable, Sendable {
  let name: String
  let effect: Effect

  package init(name: String, effect: Effect) {
    (self.name, self.effect) = (name, effect)
  }
}
