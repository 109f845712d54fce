/// A weak reference to a reader, which the store pauses and resumes for as long as it exists.
struct OpenReader {
  weak var reader: (any ListReader)?
}
