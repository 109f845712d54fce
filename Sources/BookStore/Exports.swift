// The store's interface uses types of these modules, so importing the store imports them too.
@_exported import EditLog
@_exported import Listings
@_exported import Queries
@_exported import Records
@_exported import SQLite
