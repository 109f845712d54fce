/// A choice of a menu, with what it does.
struct EffectChoice: Hashable, Sendable {
  let name: String
  let effect: Effect
}
