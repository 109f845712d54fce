-- A telephone's contacts: people with several numbers each, search keys and counts kept by triggers that delete and
-- insert again, a full-text index with a content of its own, views that join it all, one of which can be written to.
CREATE TABLE person (
  ROWID INTEGER PRIMARY KEY AUTOINCREMENT, First TEXT, Last TEXT, Organization TEXT, Note TEXT, Birthday TEXT,
  CreationDate INTEGER, Image BLOB, IsFavorite INTEGER DEFAULT 0, CompositeName TEXT
);
CREATE TABLE label (value TEXT, UNIQUE (value));
CREATE TABLE number (
  UID INTEGER PRIMARY KEY, record_id INTEGER, property INTEGER, identifier INTEGER, label INTEGER, value TEXT,
  UNIQUE (record_id, property, identifier)
);
CREATE TABLE search_key (person_id INTEGER PRIMARY KEY, sort_key TEXT, initial TEXT);
CREATE INDEX search_key_initial ON search_key (initial, sort_key COLLATE NOCASE);
CREATE VIRTUAL TABLE person_search USING fts4(First, Last, Organization, tokenize=simple, prefix="1,2");
CREATE TABLE changed (record INTEGER, type INTEGER, UNIQUE (record, type) ON CONFLICT REPLACE);
CREATE TRIGGER person_insert AFTER INSERT ON person BEGIN
  INSERT OR REPLACE INTO search_key VALUES
    (new.ROWID, upper(coalesce(new.Last, new.First, "")), substr(coalesce(new.Last, new.First, '#'), 1, 1));
  INSERT INTO person_search (docid, First, Last, Organization) VALUES (new.ROWID, new.First, new.Last, new.Organization);
  INSERT INTO changed VALUES (new.ROWID, 0);
END;
CREATE TRIGGER person_update AFTER UPDATE ON person BEGIN
  DELETE FROM search_key WHERE person_id = old.ROWID;
  INSERT INTO search_key VALUES
    (new.ROWID, upper(coalesce(new.Last, new.First, "")), substr(coalesce(new.Last, new.First, '#'), 1, 1));
  DELETE FROM person_search WHERE docid = old.ROWID;
  INSERT INTO person_search (docid, First, Last, Organization) VALUES (new.ROWID, new.First, new.Last, new.Organization);
  INSERT INTO changed VALUES (new.ROWID, 1);
END;
CREATE TRIGGER person_composite AFTER UPDATE OF First, Last ON person WHEN new.CompositeName IS old.CompositeName BEGIN
  UPDATE person SET CompositeName = trim(coalesce(new.First, '') || ' ' || coalesce(new.Last, '')) WHERE ROWID = new.ROWID;
END;
CREATE TRIGGER person_delete AFTER DELETE ON person BEGIN
  DELETE FROM number WHERE record_id = old.ROWID;
  DELETE FROM search_key WHERE person_id = old.ROWID;
  DELETE FROM person_search WHERE docid = old.ROWID;
  INSERT INTO changed VALUES (old.ROWID, 2);
END;
CREATE TRIGGER number_label BEFORE DELETE ON label WHEN EXISTS (SELECT 1 FROM number WHERE label = old.rowid) BEGIN
  SELECT RAISE(FAIL, 'the label is in use');
END;
CREATE VIEW card AS
  SELECT person.ROWID AS id, First || " " || Last AS name, number.value AS phone, label.value AS label
  FROM person LEFT JOIN number ON record_id = person.ROWID LEFT JOIN label ON label.rowid = number.label;
CREATE TRIGGER card_phone INSTEAD OF UPDATE OF phone ON card BEGIN
  UPDATE number SET value = new.phone WHERE record_id = old.id;
END;
INSERT INTO label VALUES ('home'), ('work'), ('boat');
INSERT INTO person (First, Last, Organization, Note, Birthday, CreationDate, Image, IsFavorite) VALUES
  ('Hedda', 'Brandt', 'Two Piers', NULL, '-662688000', 640000000, x'ffd8ffe0', 1),
  ('Oluf', 'Steen', NULL, 'Bakes.' || char(10) || 'Rarely writes.', NULL, 640000001, NULL, 0),
  (NULL, NULL, 'Seagulls Ltd', '', NULL, NULL, NULL, NULL);
INSERT INTO number (record_id, property, identifier, label, value) VALUES
  (1, 3, 0, 1, '+45 00 11 22'), (1, 3, 1, 2, '+45 00 11 23'), (2, 3, 0, 3, '00 seagulls'), (3, 4, 0, NULL, NULL);
