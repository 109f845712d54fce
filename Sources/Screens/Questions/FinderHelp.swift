/// The syntax of the finder with explanations; shown by the help screen and in docs/finder.md.
package enum FinderHelp {
  package static let forms: [(form: String, finds: String)] = [
    ("tolstoy war", "rows with all the words, in any field; case and accents do not matter"),
    ("1815  2020-02", "numbers and dates, as they are shown"),
    ("\"war and peace\"", "the exact phrase"),
    ("-anna  not:anna", "rows without a word that begins so, or without it anywhere"),
    ("tolstoy | dostoevsky", "either; a space binds tighter than |"),
    ("(a | b) c", "parentheses group"),
    ("author:tolstoy", "in one field, by its label or column, or the start of one"),
    ("author:(leo | amit)", "several words in one field"),
    ("author=\"Leo Tolstoy\"", "the whole value, or a part of a list; case and accents count"),
    ("copyright>1900", "also >= < <=: numbers, dates, or parts of dates like 1950-06"),
    ("pages:200..400", "from one to the other; 4.. and ..5 leave one end open"),
    ("title~^the", "a pattern, in quotes if it has spaces, | or brackets"),
    ("no:author  has:photo", "rows where the field is –, or is not"),
    ("shelf:favourites", "in rows that point here; also reading.finished:2023"),
    ("is:dirty", "changed and not written; also is:hydrated, is:conflict, is:marked"),
    ("\\-x  a\\ b", "a backslash makes the next character an ordinary one"),
    ("\"no\":word", "a field whose name is a keyword or has spaces"),
  ]
}
