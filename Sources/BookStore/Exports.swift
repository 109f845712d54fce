// What a store gives and takes is declared below it: records, fields, values and schemas, matchers for searches, the steps of
// the edit log, lists, and errors. Anybody who imports the store has them too.
@_exported import EditLog
@_exported import Listings
@_exported import Queries
@_exported import Records
@_exported import SQLite
