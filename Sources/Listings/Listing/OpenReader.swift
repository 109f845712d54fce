/// A weak reference to a reader, which the store pauses and resumes while it exists.
struct OpenReader {
  weak var reader: (any ListReader)?
}
