-- Your own books: editions, series, status, rating, loans, tags, shelves, and each time you read one.
--
-- The first four columns of book are those of the sample. Whatever follows may be empty. booklist takes a column's kind
-- from its declared type, or from its CHECK: ISBN TEXT is an ISBN, PARTIAL DATE TEXT is a date that may end after its
-- year or month, RATING REAL is 0 to 5 stars, and LIST TEXT has several parts, separated by semicolons or commas.
-- SQLite itself takes these types for TEXT, REAL and so on.
CREATE TABLE book (
  pk INTEGER PRIMARY KEY,
  title CHAR(32),
  copyright REAL, -- seconds since 1970-01-01 UTC
  author CHAR(48),
  subtitle TEXT,
  series TEXT,
  series_number DECIMAL, -- 1, or 1.5 for what comes between two volumes
  contributors LIST TEXT, -- translators, editors, illustrators
  isbn ISBN TEXT,
  publisher TEXT,
  published PARTIAL DATE TEXT, -- this edition
  first_published PARTIAL DATE TEXT, -- the work itself; -0750 is 751 BC
  language TEXT,
  pages INTEGER,
  format TEXT, -- hardback, paperback, ebook, audiobook
  status TEXT CHECK (status IN ('to read', 'reading', 'read', 'stopped')),
  rating RATING REAL,
  owned BOOLEAN,
  location TEXT,
  lent_to TEXT,
  lent_on DATE TEXT,
  tags LIST TEXT,
  review LONGTEXT,
  notes LONGTEXT,
  cover PHOTO BLOB,
  added DATE TEXT DEFAULT CURRENT_DATE
);

-- Each time that a book was read.
CREATE TABLE reading (
  pk INTEGER PRIMARY KEY,
  book INTEGER NOT NULL REFERENCES book (pk) ON DELETE CASCADE,
  started PARTIAL DATE TEXT,
  finished PARTIAL DATE TEXT,
  stopped PARTIAL DATE TEXT, -- when you gave up
  rating RATING REAL,
  note LONGTEXT
);
CREATE INDEX reading_book ON reading (book);

-- How far you were, and when.
CREATE TABLE progress (
  pk INTEGER PRIMARY KEY,
  reading INTEGER NOT NULL REFERENCES reading (pk) ON DELETE CASCADE,
  at DATETIME TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  page INTEGER,
  percent REAL,
  minutes INTEGER,
  note LONGTEXT
);
CREATE INDEX progress_reading ON progress (reading);

-- A book may be on several shelves.
CREATE TABLE shelf (
  pk INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);
CREATE TABLE book_shelf (
  book INTEGER NOT NULL REFERENCES book (pk) ON DELETE CASCADE,
  shelf INTEGER NOT NULL REFERENCES shelf (pk) ON DELETE CASCADE,
  PRIMARY KEY (book, shelf)
) WITHOUT ROWID;
CREATE INDEX book_shelf_shelf ON book_shelf (shelf);

-- What you want to remember word for word.
CREATE TABLE quote (
  pk INTEGER PRIMARY KEY,
  book INTEGER NOT NULL REFERENCES book (pk) ON DELETE CASCADE,
  text LONGTEXT NOT NULL,
  note LONGTEXT,
  place TEXT, -- a page or a chapter
  at DATETIME TEXT
);
CREATE INDEX quote_book ON quote (book);

-- Who had a book of yours, and whose you had.
CREATE TABLE loan (
  pk INTEGER PRIMARY KEY,
  book INTEGER NOT NULL REFERENCES book (pk) ON DELETE CASCADE,
  person TEXT NOT NULL,
  direction TEXT NOT NULL DEFAULT 'lent' CHECK (direction IN ('lent', 'borrowed')),
  lent_on DATE TEXT DEFAULT CURRENT_DATE,
  due DATE TEXT,
  back_on DATE TEXT
);
CREATE INDEX loan_book ON loan (book);

-- Where a book was imported from: the service, its own name for the book, and the row as it was.
CREATE TABLE source (
  pk INTEGER PRIMARY KEY,
  book INTEGER NOT NULL REFERENCES book (pk) ON DELETE CASCADE,
  service TEXT NOT NULL,
  id TEXT,
  imported LONGTEXT -- JSON
);
CREATE INDEX source_book ON source (book);
CREATE INDEX source_id ON source (service, id);
