@_exported import Queries
// Records, fields, values and schemas are what a store gives and takes, and matchers what its lists are searched by, so anybody
// who imports the store has them too.
@_exported import Records
