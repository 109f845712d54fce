// A screen's interface uses actions, modes and the table of keys. Importing the screens imports them too.
@_exported import Keys
