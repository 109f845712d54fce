// The store's interface uses types of the modules below it: records, schemas, queries, lists, steps of the edit log, errors.
// Importing the store imports them too.
@_exported import EditLog
@_exported import Listings
@_exported import Queries
@_exported import Records
@_exported import SQLite
