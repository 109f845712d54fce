-- The sample's table: a book has a title, a copyright date and an author.
-- The date is in seconds since 1970-01-01 UTC.
CREATE TABLE book (pk INTEGER PRIMARY KEY, title CHAR(32), copyright REAL, author CHAR(48));
