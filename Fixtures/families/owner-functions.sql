-- A photo manager's tables, whose triggers, index and column call functions and a collation that only the manager's own
-- program defines. Other programs can read it all; they can write where nothing of that is needed. Its index can only be
-- made by a program that has the collation.
CREATE TABLE album (id INTEGER PRIMARY KEY, name TEXT NOT NULL, name_key TEXT, remark TEXT);
CREATE TRIGGER album_normalize AFTER UPDATE ON album BEGIN
  UPDATE album SET name_key = owner_normalize(new.name) WHERE id = new.id;
END;
-- Only a change of the name needs the function; the rest can be edited.
CREATE TABLE picture (id INTEGER PRIMARY KEY, name TEXT, caption TEXT, album INTEGER REFERENCES album, stars INTEGER);
CREATE TRIGGER picture_normalize AFTER UPDATE OF name ON picture BEGIN
  UPDATE picture SET caption = owner_normalize(new.name) WHERE id = new.id AND caption IS NULL;
END;
-- Only a deletion needs it.
CREATE TABLE original (id INTEGER PRIMARY KEY, path TEXT UNIQUE, byte_count INTEGER, thumbnail BLOB);
CREATE TRIGGER original_unlink BEFORE DELETE ON original BEGIN
  SELECT owner_unlink(old.path);
END;
-- Nothing is asked of the function unless the condition holds, but it has to be there all the same.
CREATE TABLE setting (name TEXT PRIMARY KEY, content TEXT) WITHOUT ROWID;
CREATE TRIGGER setting_told AFTER UPDATE ON setting WHEN new.name = 'colour' BEGIN
  SELECT owner_tell(new.content);
END;
-- The collation is that of a column with an index, so that no row comes or goes and no name changes without it, and of
-- one without, which can be edited.
CREATE TABLE person (
  id INTEGER PRIMARY KEY, name TEXT COLLATE OWNER_ORDER, nickname TEXT COLLATE OWNER_ORDER, age INTEGER
);
CREATE INDEX person_by_name ON person (name);
CREATE TABLE keyword (id INTEGER PRIMARY KEY, word TEXT, uses INTEGER);

INSERT INTO album (name, name_key, remark) VALUES
  ('Summer', 'summer', 'by the sea'), ('Ähren', 'aehren', NULL), ('Seagulls', 'seagulls', '');
INSERT INTO picture (name, caption, album, stars) VALUES
  ('img 1', NULL, 1, 3), ('img 2', 'Seagulls', 2, 5), ('img 3', 'Pier', NULL, NULL);
INSERT INTO original (path, byte_count, thumbnail) VALUES
  ('a/1.raw', 20000000, x'ffd8ff'), ('a/2.raw', 1, NULL), ('b/seagulls.raw', NULL, x'');
INSERT INTO setting VALUES ('colour', 'blue'), ('size', '3'), ('motto', 'seagulls');
INSERT INTO person (name, nickname, age) VALUES ('Åse', 'aa', 41), ('Bo', NULL, 7), ('Cai Seagulls', 'c', NULL);
INSERT INTO keyword (word, uses) VALUES ('sea', 2), ('land', 0), ('seagulls', 1);
CREATE TRIGGER album_normalize_new AFTER INSERT ON album BEGIN
  UPDATE album SET name_key = owner_normalize(new.name) WHERE id = new.id;
END;
