// Records, fields, values and schemas are what a store gives and takes, so who imports the store has them too.
@_exported import Records
