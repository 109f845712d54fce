/// A reader that the store stops and starts for as long as somebody holds it.
struct OpenReader {
  weak var reader: (any ListReader)?
}
