-- One table, view or other object for each odd case that a database can hold. README.md says how each should open.
-- Names with characters that a terminal obeys are made with char(), so that reading this file is safe.
PRAGMA foreign_keys = OFF;
BEGIN;

-- Keys: what a row can be named by.
CREATE TABLE composite_key (
  country TEXT, number INTEGER, name TEXT, note TEXT, PRIMARY KEY (country, number)) WITHOUT ROWID;
INSERT INTO composite_key VALUES ('at', 1, 'Graz', NULL), ('at', 2, 'Linz', 'On the river'), ('ch', 1, 'Chur', ''),
  ('ch', -9223372036854775808, 'O''Brien', NULL);
CREATE TABLE composite_key_rowid (a INTEGER, b TEXT, name TEXT, PRIMARY KEY (b, a));
INSERT INTO composite_key_rowid VALUES (1, 'x', 'One x'), (1, 'y', 'One y'), (NULL, 'x', 'NULL in the key'),
  (NULL, 'x', 'The same NULL again');
CREATE TABLE text_key (code TEXT PRIMARY KEY, name TEXT);
INSERT INTO text_key VALUES ('b', 'Bee'), ('a', 'Ay'), ('', 'The empty key'), ('O''Brien', 'A quote in the key'),
  (NULL, 'A key that is NULL'), (NULL, 'Another key that is NULL'), ('A', 'A capital');
CREATE TABLE text_key_without_rowid (code TEXT PRIMARY KEY COLLATE NOCASE, name TEXT) WITHOUT ROWID;
INSERT INTO text_key_without_rowid VALUES ('eur', 'Euro'), ('CHF', 'Franc'), (CAST(x'66FF' AS TEXT), 'Not UTF-8');
CREATE TABLE any_key_without_rowid (code PRIMARY KEY, name TEXT) WITHOUT ROWID;
INSERT INTO any_key_without_rowid VALUES (1, 'Integer'), (1.5, 'Real'), ('1', 'Text'), (x'31', 'Blob');
CREATE TABLE int_key (id INT PRIMARY KEY, name TEXT);
INSERT INTO int_key VALUES (2, 'Two'), (1, 'One'), (NULL, 'Nothing'), ('three', 'A text in the key');
CREATE TABLE no_key (name TEXT, note TEXT);
INSERT INTO no_key VALUES ('Twin', 'The same row twice'), ('Twin', 'The same row twice'), ('Single', NULL);
CREATE TABLE only_key (id INTEGER PRIMARY KEY);
INSERT INTO only_key VALUES (3), (5), (8);
CREATE TABLE rowid_taken (rowid TEXT, name TEXT);
INSERT INTO rowid_taken VALUES ('not the rowid', 'One of the three names is taken'), ('not the rowid', 'Second');
CREATE TABLE rowid_names_taken (rowid TEXT, _rowid_ TEXT, oid TEXT, name TEXT);
INSERT INTO rowid_names_taken VALUES ('a', 'b', 'c', 'No row can be named'), ('a', 'b', 'c', 'Nor this one');
CREATE TABLE rowid_names_taken_but_key (rowid TEXT, _rowid_ TEXT, oid TEXT, id INTEGER PRIMARY KEY, name TEXT);
INSERT INTO rowid_names_taken_but_key VALUES ('a', 'b', 'c', 7, 'Named by its key');
CREATE TABLE rowid_names_taken_null_key (rowid TEXT, _rowid_ TEXT, oid TEXT, code TEXT PRIMARY KEY, name TEXT);
INSERT INTO rowid_names_taken_null_key VALUES ('a', 'b', 'c', 'd', 'Its key is text'), ('a', 'b', 'c', NULL, 'NULL'),
  ('a', 'b', 'c', NULL, 'NULL again');
CREATE TABLE autoincremented (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT);
INSERT INTO autoincremented VALUES (1, 'First'), (2, 'Second'), (40, 'Deleted, so the next one is 41');
DELETE FROM autoincremented WHERE id = 40;
CREATE TABLE key_at_its_end (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT);
INSERT INTO key_at_its_end VALUES (9223372036854775807, 'No key is left for another row');
CREATE TABLE no_rows (id INTEGER PRIMARY KEY, name TEXT NOT NULL, amount REAL);
CREATE TABLE only_blob (data BLOB);
INSERT INTO only_blob VALUES (x'00FF'), (NULL), (x'');

-- Names.
CREATE TABLE "Order Details" ("Order ID" INTEGER PRIMARY KEY, "Unit Price" REAL, "select" TEXT);
INSERT INTO "Order Details" VALUES (1, 14.5, 'A column called select');
CREATE TABLE "select" (id INTEGER PRIMARY KEY, "from" TEXT, "where" TEXT);
INSERT INTO "select" VALUES (1, 'here', 'there');
CREATE TABLE "say ""cheese""" (id INTEGER PRIMARY KEY, "the ""name""" TEXT, "it's" TEXT);
INSERT INTO "say ""cheese""" VALUES (1, 'Double quotes', 'A single one');
CREATE TABLE "[brackets] and `backticks`; --" (id INTEGER PRIMARY KEY, "a]b`c" TEXT, "%s%n" TEXT);
INSERT INTO "[brackets] and `backticks`; --" VALUES (1, 'Other quotes', 'A format');
CREATE TABLE "two
lines" (id INTEGER PRIMARY KEY, "a column
of two lines" TEXT);
INSERT INTO "two
lines" VALUES (1, 'A line feed in both names');
CREATE TABLE "Bücher 書籍 👩‍👩‍👧‍👦" (id INTEGER PRIMARY KEY, "título" TEXT, "ціна" REAL);
INSERT INTO "Bücher 書籍 👩‍👩‍👧‍👦" VALUES (1, 'Not ASCII', 1.5);
CREATE TABLE "" (id INTEGER PRIMARY KEY, "" TEXT);
INSERT INTO "" VALUES (1, 'A table and a column whose names are empty');
CREATE TABLE escape_to_be (id INTEGER PRIMARY KEY, name TEXT);
INSERT INTO escape_to_be VALUES (1, 'ESC in the names');

-- Generated columns.
CREATE TABLE generated (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL, quantity INTEGER,
  total REAL GENERATED ALWAYS AS (price * quantity) VIRTUAL,
  label TEXT GENERATED ALWAYS AS (upper(name)) STORED);
INSERT INTO generated (id, name, price, quantity) VALUES (1, 'Nail', 0.25, 100), (2, 'Hammer', 12.5, NULL);
CREATE TABLE generated_title (id INTEGER PRIMARY KEY, first TEXT, last TEXT, title TEXT AS (first || ' ' || last));
INSERT INTO generated_title (id, first, last) VALUES (1, 'Ada', 'Example'), (2, 'Plato', NULL);

-- Constraints.
CREATE TABLE checked (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL CONSTRAINT short_name CHECK (length(name) BETWEEN 1 AND 20),
  age INTEGER CHECK (age >= 0), CHECK (age IS NULL OR age < 200 OR name = 'Methuselah'));
INSERT INTO checked VALUES (1, 'Noah', 950 - 900), (2, 'Methuselah', 969), (3, 'Nobody', NULL);
CREATE TABLE required (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT NOT NULL DEFAULT '', size REAL NOT NULL);
INSERT INTO required VALUES (1, 'Complete', 'All are there', 1.5), (2, '', '', 0);
CREATE TABLE unique_name (id INTEGER PRIMARY KEY, name TEXT UNIQUE, note TEXT);
INSERT INTO unique_name VALUES (1, 'Lamp', NULL), (2, 'Chair', NULL), (3, NULL, 'NULL is never twice'), (4, NULL, '');
CREATE TABLE unique_pair (id INTEGER PRIMARY KEY, street TEXT, number INTEGER, name TEXT, UNIQUE (street, number));
INSERT INTO unique_pair VALUES (1, 'Mill Lane', 1, 'The mill'), (2, 'Mill Lane', 2, 'A house'), (3, 'Park', 1, 'Gate');
CREATE TABLE unique_partial (id INTEGER PRIMARY KEY, name TEXT, active INTEGER);
CREATE UNIQUE INDEX unique_active_name ON unique_partial (name) WHERE active = 1;
INSERT INTO unique_partial VALUES (1, 'Lamp', 1), (2, 'Lamp', 0), (3, 'Lamp', 0), (4, 'Chair', 1);
CREATE TABLE unique_nocase (id INTEGER PRIMARY KEY, name TEXT UNIQUE COLLATE NOCASE);
INSERT INTO unique_nocase VALUES (1, 'Lamp'), (2, 'Chair'), (3, 'ÉTAGÈRE'), (4, 'étagère');
CREATE TABLE unique_rtrim (id INTEGER PRIMARY KEY, name TEXT COLLATE RTRIM UNIQUE);
INSERT INTO unique_rtrim VALUES (1, 'Lamp'), (2, 'Chair  '), (3, '  Lamp');
CREATE TABLE unique_expression (id INTEGER PRIMARY KEY, name TEXT);
CREATE UNIQUE INDEX unique_lower_name ON unique_expression (lower(name));
INSERT INTO unique_expression VALUES (1, 'Lamp'), (2, 'Chair');
CREATE TABLE unique_replace (id INTEGER PRIMARY KEY, name TEXT UNIQUE ON CONFLICT REPLACE);
INSERT INTO unique_replace VALUES (1, 'Whoever takes this name'), (2, 'deletes the row that had it');
CREATE TABLE unique_ignore (id INTEGER PRIMARY KEY, name TEXT UNIQUE ON CONFLICT IGNORE);
INSERT INTO unique_ignore VALUES (1, 'Whoever takes this name'), (2, 'is not written and not told');

-- Triggers.
CREATE TABLE trigger_refuses (id INTEGER PRIMARY KEY, name TEXT, price REAL);
INSERT INTO trigger_refuses VALUES (1, 'Bread', 2.5), (2, 'Salt', 1);
CREATE TRIGGER refuse_lower BEFORE UPDATE OF price ON trigger_refuses WHEN new.price < old.price
  BEGIN SELECT RAISE(ABORT, 'a price must not go down'); END;
CREATE TRIGGER refuse_delete BEFORE DELETE ON trigger_refuses
  BEGIN SELECT RAISE(ABORT, 'nothing is ever deleted here'); END;
CREATE TABLE trigger_ignores (id INTEGER PRIMARY KEY, name TEXT);
INSERT INTO trigger_ignores VALUES (1, 'Stays as it is'), (2, 'And so does this');
CREATE TRIGGER ignore_update BEFORE UPDATE ON trigger_ignores BEGIN SELECT RAISE(IGNORE); END;
CREATE TRIGGER ignore_insert BEFORE INSERT ON trigger_ignores BEGIN SELECT RAISE(IGNORE); END;
CREATE TRIGGER ignore_delete BEFORE DELETE ON trigger_ignores BEGIN SELECT RAISE(IGNORE); END;
CREATE TABLE trigger_changes (id INTEGER PRIMARY KEY, name TEXT, changes INTEGER DEFAULT 0);
INSERT INTO trigger_changes VALUES (1, 'BREAD', 0);
CREATE TRIGGER change_name AFTER UPDATE OF name ON trigger_changes WHEN new.name <> upper(new.name)
  BEGIN UPDATE trigger_changes SET name = upper(new.name), changes = old.changes + 1 WHERE id = new.id; END;
CREATE TABLE trigger_without_function (id INTEGER PRIMARY KEY, name TEXT);
INSERT INTO trigger_without_function VALUES (1, 'Another program''s function is asked at each change');
CREATE TRIGGER notify_other AFTER UPDATE ON trigger_without_function BEGIN SELECT function_of_another(new.id); END;

-- Foreign keys.
CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
INSERT INTO artist VALUES (1, 'The Examples'), (2, 'Nobody in Particular');
CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT, artist INTEGER REFERENCES artist (id));
INSERT INTO album VALUES (1, 'First', 1), (2, 'Second', 1), (3, 'Of an artist who is not there', 99), (4, 'By none', NULL);
CREATE TABLE track (id INTEGER PRIMARY KEY, title TEXT, album INTEGER REFERENCES album ON DELETE CASCADE);
INSERT INTO track VALUES (1, 'Opening', 1), (2, 'Interlude', 1), (3, 'Opening', 2), (4, 'Loose', 77);
CREATE TABLE street (
  id INTEGER PRIMARY KEY, name TEXT, country TEXT, town INTEGER,
  FOREIGN KEY (country, town) REFERENCES composite_key (country, number));
INSERT INTO street VALUES (1, 'Mill Lane', 'at', 1), (2, 'Ring', 'ch', 99), (3, 'Half a reference', 'at', NULL);
CREATE TABLE employee (id INTEGER PRIMARY KEY, name TEXT, boss INTEGER REFERENCES employee (id) ON DELETE SET NULL);
INSERT INTO employee VALUES (1, 'Alice', NULL), (2, 'Bob', 1), (3, 'Carol', 2), (4, 'Her own boss', 4);
CREATE TABLE price (id INTEGER PRIMARY KEY, amount REAL, currency TEXT REFERENCES text_key_without_rowid (code));
INSERT INTO price VALUES (1, 3.5, 'eur'), (2, 4, 'EUR'), (3, 5, 'gbp');
CREATE TABLE nickname (id INTEGER PRIMARY KEY, name TEXT, of_name TEXT REFERENCES unique_name (name) ON UPDATE CASCADE);
INSERT INTO nickname VALUES (1, 'Light', 'Lamp'), (2, 'Seat', 'Chair'), (3, 'Shade', 'Blind');
CREATE TABLE hen (id INTEGER PRIMARY KEY, name TEXT, egg INTEGER REFERENCES egg (id) DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE egg (id INTEGER PRIMARY KEY, name TEXT, hen INTEGER REFERENCES hen (id) DEFERRABLE INITIALLY DEFERRED);
INSERT INTO hen VALUES (1, 'Of the egg', 1);
INSERT INTO egg VALUES (1, 'Of the hen', 1);
CREATE TABLE orphan (id INTEGER PRIMARY KEY, name TEXT, owner INTEGER REFERENCES nobody (id));
INSERT INTO orphan VALUES (1, 'Its owner''s table is not there', 1), (2, 'It has no owner', NULL);
CREATE TABLE mismatch_parent (id INTEGER PRIMARY KEY, name TEXT);
INSERT INTO mismatch_parent VALUES (1, 'A name that need not be unique');
CREATE TABLE mismatch (id INTEGER PRIMARY KEY, name TEXT, parent TEXT REFERENCES mismatch_parent (name));
INSERT INTO mismatch VALUES (1, 'A reference to what is not unique', 'A name that need not be unique');

-- Defaults.
CREATE TABLE defaults (
  id INTEGER PRIMARY KEY, name TEXT DEFAULT 'it''s new', count INTEGER NOT NULL DEFAULT 1, rate REAL DEFAULT -0.5,
  none TEXT DEFAULT NULL, bytes BLOB DEFAULT x'00FF', flag BOOLEAN DEFAULT TRUE,
  made TEXT DEFAULT CURRENT_TIMESTAMP, day TEXT DEFAULT CURRENT_DATE, hour TEXT DEFAULT CURRENT_TIME,
  sum INTEGER DEFAULT (1 + 2), code TEXT DEFAULT (lower(hex(randomblob(4)))), quoted TEXT DEFAULT "double");
INSERT INTO defaults VALUES (1, 'All given', 2, 0.5, 'something', x'01', 0,
  '2008-07-11 09:00:00', '2008-07-11', '09:00:00', 4, 'c0ffee', 'no');

-- Types and storage classes.
CREATE TABLE strict_types (id INTEGER PRIMARY KEY, i INT, r REAL, t TEXT, b BLOB, a ANY) STRICT;
INSERT INTO strict_types VALUES (1, 42, 1.5, 'text', x'01', 'any'), (2, NULL, NULL, NULL, NULL, NULL),
  (3, -1, 2, '3.50', x'', 3.5), (4, 0, 0, '', x'00', '3.50');
CREATE TABLE untyped (id INTEGER PRIMARY KEY, a, b, c);
INSERT INTO untyped VALUES (1, NULL, 1, 1.0), (2, 'text', x'626C6F62', ''), (3, '3.50', '007', '1e3');
CREATE TABLE odd_types (
  id INTEGER PRIMARY KEY, flt FLOATING POINT, chr NATIVE CHARACTER(70), big UNSIGNED BIG INT, str STRING,
  js JSON, id2 UUID, pt POINT, money MONEY, clob CLOB);
INSERT INTO odd_types VALUES (1, 1.5, 'abc', 18446744073709551615, '007', '{"a": [1, 2]}',
  '6ba7b810-9dad-11d1-80b4-00c04fd430c8', '1 2', '3.50', 'long'), (2, '1.5', 5, '5', 'abc', 'not json', NULL, 3, 3, 4);
CREATE TABLE integers (id INTEGER PRIMARY KEY, n INTEGER);
INSERT INTO integers VALUES (1, 9223372036854775807), (2, -9223372036854775808), (3, 9007199254740993), (4, 0),
  (5, 9223372036854775808), (6, '12 apples'), (7, 0.5), (8, x'31'), (9, '0x10'), (10, ' 5 ');
CREATE TABLE reals (id INTEGER PRIMARY KEY, x REAL);
INSERT INTO reals VALUES (1, 0.1 + 0.2), (2, 9e999), (3, -9e999), (4, 5e-324), (5, 1.7976931348623157e308),
  (6, -0.0), (7, 1e15), (8, 123456789012345678), (9, 'many'), (10, 1e100);
CREATE TABLE decimals (
  id INTEGER PRIMARY KEY, as_text TEXT, as_decimal DECIMAL(10,2), as_numeric NUMERIC, as_real REAL, untyped,
  cents INTEGER);
INSERT INTO decimals VALUES (1, '3.50', 3.5, 3.5, 3.5, '3.50', 350), (2, '0.10', '0.10', '0.10', 0.1, 0.1, 10),
  (3, '12345678901234567890.123456789', '12345678901234567890.12', 12345678901234567890, 1e19, '1.0', 0),
  (4, '1,5', '1,5', '1,5', '1,5', '1,5', '1,5'), (5, '-0.00', '-0.00', 3.4999999, 3.4999999, 3, -1),
  (6, NULL, NULL, NULL, NULL, NULL, NULL), (7, '', '', '', '', '', '');
CREATE TABLE booleans (
  id INTEGER PRIMARY KEY, declared BOOLEAN, bit BIT, is_read INTEGER, word TEXT, answer TEXT, letter CHAR(1), bare);
INSERT INTO booleans VALUES (1, 1, 1, 1, 'true', 'yes', 'Y', 1), (2, 0, 0, 0, 'false', 'no', 'N', 0),
  (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL), (4, TRUE, FALSE, TRUE, 'TRUE', 'No', 'y', '1'),
  (5, 'true', 2, -1, 'maybe', '', 'x', 1.0);
CREATE TABLE dates (
  id INTEGER PRIMARY KEY, name TEXT, since_1970 DATE, since_2001 DATE, julian_day DATE, iso_text DATE);
INSERT INTO dates VALUES (1, 'A day', 1215734400, 237427200, 2454658.5, '2008-07-11'),
  (2, 'A time of day', 1215763200, 237456000, 2454658.8333333335, '2008-07-11 08:00:00'),
  (3, 'Half a second', 1215763200.5, 237456000.5, 2454658.833339120, '2008-07-11T08:00:00.500Z'),
  (4, 'Before all that', -20466864000, -21445171200, 2203707.5, '1321-06-07'),
  (5, 'None', NULL, NULL, NULL, NULL);
CREATE TABLE dates_by_name (
  id INTEGER PRIMARY KEY, name TEXT, created_at INTEGER, modified_date REAL, birthday TEXT, published DATETIME,
  seen TIMESTAMP, update_count INTEGER, candidate TEXT);
INSERT INTO dates_by_name VALUES (1, 'Names say which are dates', 1215734400, 237427200.0, '1980-02-29',
  '2008-07-11 08:00:00', 1215763200, 3, 'Not a date'), (2, 'Offsets', 1215734400000, 0.0, '1980-02',
  '2008-07-11T08:00:00+02:00', '2008-07-11', 0, '');
CREATE TABLE dates_mixed (id INTEGER PRIMARY KEY, day DATE);
INSERT INTO dates_mixed VALUES (1, '2008-07-11'), (2, 1215734400), (3, 2454658.5), (4, 'soon'), (5, '2008-02-30'),
  (6, '-0044-03-15'), (7, '08:00'), (8, ''), (9, x'00'), (10, 'now'), (11, '11.07.2008'), (12, 20080711);
CREATE TABLE blobs (id INTEGER PRIMARY KEY, name TEXT, photo BLOB);
INSERT INTO blobs VALUES (1, 'NULL', NULL), (2, 'Empty', x''), (3, 'One zero', x'00'),
  (4, 'PNG', x'89504E470D0A1A0A0000000D4948445200000008000000080800000000E164E1570000001E4944415478DA638882020638E303104018515108060840A48090014317009248210D819CD7510000000049454E44AE426082'),
  (5, 'JPEG, the first bytes', x'FFD8FFE000104A46494600010100000100010000FFDB'),
  (6, 'GIF, the first bytes', x'47494638396108000400800000000000FFFFFF2C'), (7, 'PDF', CAST('%PDF-1.4' AS BLOB)),
  (8, 'gzip', x'1F8B0800000000000003'), (9, 'Text in a blob', CAST('Grüße' AS BLOB)),
  (10, 'Text, not a blob', 'no picture'), (11, 'A number', 7), (12, '3000 zeros', zeroblob(3000)),
  (13, 'A property list', x'62706C6973743030D101025161516208'), (14, 'Escape sequences', x'1B5B324A1B5D303B6F776E656407');
CREATE TABLE texts (id INTEGER PRIMARY KEY, name TEXT, note TEXT);
INSERT INTO texts VALUES (1, 'Not UTF-8', CAST(x'4B61666B61FF' AS TEXT)), (2, CAST(x'FFFE' AS TEXT), 'In the title'),
  (3, 'A zero inside', 'before' || char(0) || 'after'), (4, 'a' || char(0) || 'b', 'A zero in the title'),
  (5, 'Only a zero', char(0)), (6, 'Escape', char(27) || '[2J' || char(27) || ']0;owned' || char(7)),
  (7, 'Several lines', 'one' || char(10) || 'two' || char(13, 10) || char(9) || 'three' || char(10)),
  (8, 'Spaces around', '  kept  '), (9, '', 'An empty title'), (10, NULL, 'No title'), (11, '   ', 'A blank title'),
  (12, 'Long', replace(hex(zeroblob(2000)), '00', 'word ')), (13, 'Composed', char(233)),
  (14, 'Decomposed', 'e' || char(769)), (15, 'A surrogate', CAST(x'EDA080' AS TEXT)), (16, 'A number', 42);
CREATE TABLE hundred_columns (
  id INTEGER PRIMARY KEY,
  c001 TEXT, c002 INTEGER, c003 REAL, c004 DATE, c005 BOOLEAN,
  c006 DECIMAL(10,2), c007 BLOB, c008, c009 VARCHAR(20), c010 NUMERIC,
  c011 TEXT, c012 INTEGER, c013 REAL, c014 DATE, c015 BOOLEAN,
  c016 DECIMAL(10,2), c017 BLOB, c018, c019 VARCHAR(20), c020 NUMERIC,
  c021 TEXT, c022 INTEGER, c023 REAL, c024 DATE, c025 BOOLEAN,
  c026 DECIMAL(10,2), c027 BLOB, c028, c029 VARCHAR(20), c030 NUMERIC,
  c031 TEXT, c032 INTEGER, c033 REAL, c034 DATE, c035 BOOLEAN,
  c036 DECIMAL(10,2), c037 BLOB, c038, c039 VARCHAR(20), c040 NUMERIC,
  c041 TEXT, c042 INTEGER, c043 REAL, c044 DATE, c045 BOOLEAN,
  c046 DECIMAL(10,2), c047 BLOB, c048, c049 VARCHAR(20), c050 NUMERIC,
  c051 TEXT, c052 INTEGER, c053 REAL, c054 DATE, c055 BOOLEAN,
  c056 DECIMAL(10,2), c057 BLOB, c058, c059 VARCHAR(20), c060 NUMERIC,
  c061 TEXT, c062 INTEGER, c063 REAL, c064 DATE, c065 BOOLEAN,
  c066 DECIMAL(10,2), c067 BLOB, c068, c069 VARCHAR(20), c070 NUMERIC,
  c071 TEXT, c072 INTEGER, c073 REAL, c074 DATE, c075 BOOLEAN,
  c076 DECIMAL(10,2), c077 BLOB, c078, c079 VARCHAR(20), c080 NUMERIC,
  c081 TEXT, c082 INTEGER, c083 REAL, c084 DATE, c085 BOOLEAN,
  c086 DECIMAL(10,2), c087 BLOB, c088, c089 VARCHAR(20), c090 NUMERIC,
  c091 TEXT, c092 INTEGER, c093 REAL, c094 DATE, c095 BOOLEAN,
  c096 DECIMAL(10,2), c097 BLOB, c098, c099 VARCHAR(20), c100 NUMERIC);
INSERT INTO hundred_columns VALUES (1,
  'text 1', 14, 3.5, '2008-07-05', 1, 6.25, x'07', NULL, 'word 9', 10000,
  'text 11', 84, 13.5, '2008-07-15', 1, 16.25, x'11', NULL, 'word 19', 20000,
  'text 21', 154, 23.5, '2008-07-25', 1, 26.25, x'1B', NULL, 'word 29', 30000,
  'text 31', 224, 33.5, '2008-07-07', 1, 36.25, x'25', NULL, 'word 39', 40000,
  'text 41', 294, 43.5, '2008-07-17', 1, 46.25, x'2F', NULL, 'word 49', 50000,
  'text 51', 364, 53.5, '2008-07-27', 1, 56.25, x'39', NULL, 'word 59', 60000,
  'text 61', 434, 63.5, '2008-07-09', 1, 66.25, x'43', NULL, 'word 69', 70000,
  'text 71', 504, 73.5, '2008-07-19', 1, 76.25, x'4D', NULL, 'word 79', 80000,
  'text 81', 574, 83.5, '2008-07-01', 1, 86.25, x'57', NULL, 'word 89', 90000,
  'text 91', 644, 93.5, '2008-07-11', 1, 96.25, x'61', NULL, 'word 99', 100000);
INSERT INTO hundred_columns (id, c001, c100) VALUES (2, 'All but the first and the last are NULL', 100);
CREATE TABLE collation_to_be (id INTEGER PRIMARY KEY, name TEXT);
INSERT INTO collation_to_be VALUES (1, 'b'), (2, 'a'), (3, 'B');

-- Views.
CREATE VIEW view_of_albums AS
  SELECT album.title, artist.name AS artist FROM album LEFT JOIN artist ON artist.id = album.artist;
CREATE VIEW view_with_trigger AS SELECT id, name FROM artist;
CREATE TRIGGER write_view INSTEAD OF UPDATE ON view_with_trigger
  BEGIN UPDATE artist SET name = new.name WHERE id = old.id; END;
CREATE VIEW view_of_same_names AS SELECT id, id, name AS "id", count(*) OVER () FROM artist;
CREATE VIEW view_without_table AS SELECT * FROM table_that_is_not_there;
CREATE VIEW view_without_column AS SELECT column_that_is_not_there FROM artist;
CREATE VIEW view_without_function AS SELECT function_of_another(name) AS name FROM artist;
CREATE VIEW view_of_itself AS SELECT * FROM view_of_itself;
CREATE VIEW view_that_fails AS SELECT id, abs(-9223372036854775806 - id) AS value FROM artist;

-- Virtual tables.
CREATE VIRTUAL TABLE notes USING fts5(title, body);
INSERT INTO notes (rowid, title, body) VALUES (1, 'Shopping', 'Bread and salt'), (2, 'Reading', 'War and Peace');
CREATE VIRTUAL TABLE contentless USING fts5(body, content = '');
INSERT INTO contentless (rowid, body) VALUES (1, 'Found, but never read'), (5, 'As this is');
CREATE VIRTUAL TABLE places USING rtree(id, west, east, south, north);
INSERT INTO places VALUES (1, 5.5, 15.5, 47, 55), (2, -9.5, -6, 37, 42);
COMMIT;

-- What no statement makes: the schema says it all the same.
PRAGMA writable_schema = ON;
INSERT INTO sqlite_schema VALUES ('table', 'module_missing', 'module_missing', 0,
  'CREATE VIRTUAL TABLE module_missing USING module_of_another(a, b)');
UPDATE sqlite_schema SET name = char(27) || '[31mred', tbl_name = char(27) || '[31mred',
  sql = 'CREATE TABLE "' || char(27) || '[31mred" (id INTEGER PRIMARY KEY, "' || char(27) || '[2J' || char(7) || '" TEXT)'
  WHERE name = 'escape_to_be';
UPDATE sqlite_schema SET name = 'collation_missing', tbl_name = 'collation_missing',
  sql = 'CREATE TABLE collation_missing (id INTEGER PRIMARY KEY, name TEXT COLLATE collation_of_another)'
  WHERE name = 'collation_to_be';
PRAGMA writable_schema = RESET;
