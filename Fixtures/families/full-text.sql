-- A note keeper's tables: each kind of note is searched by full text, and triggers keep the index in one of the three
-- ways that are in use: commands to an index of another table's content (FTS5), deletion before and insertion after
-- (FTS4 over a content table), and a copy that is replaced (FTS5 and FTS3 with a content of their own).
CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT, changed INTEGER, starred BOOLEAN DEFAULT 0);
CREATE VIRTUAL TABLE note_index USING fts5(title, body, content='note', content_rowid='id', tokenize='porter unicode61');
CREATE TRIGGER note_added AFTER INSERT ON note BEGIN
  INSERT INTO note_index(rowid, title, body) VALUES (new.id, new.title, new.body);
END;
CREATE TRIGGER note_deleted AFTER DELETE ON note BEGIN
  INSERT INTO note_index(note_index, rowid, title, body) VALUES ('delete', old.id, old.title, old.body);
END;
CREATE TRIGGER note_changed AFTER UPDATE ON note BEGIN
  INSERT INTO note_index(note_index, rowid, title, body) VALUES ('delete', old.id, old.title, old.body);
  INSERT INTO note_index(rowid, title, body) VALUES (new.id, new.title, new.body);
END;

CREATE TABLE page (docid INTEGER PRIMARY KEY, title TEXT, content TEXT, visited REAL, ink BLOB);
CREATE VIRTUAL TABLE page_index USING fts4(content="page", title, content, tokenize=unicode61 "remove_diacritics=1");
CREATE TRIGGER page_before_update BEFORE UPDATE ON page BEGIN
  DELETE FROM page_index WHERE docid = old.rowid;
END;
CREATE TRIGGER page_before_delete BEFORE DELETE ON page BEGIN
  DELETE FROM page_index WHERE docid = old.rowid;
END;
CREATE TRIGGER page_after_update AFTER UPDATE ON page BEGIN
  INSERT INTO page_index(docid, title, content) VALUES (new.rowid, new.title, new.content);
END;
CREATE TRIGGER page_after_insert AFTER INSERT ON page BEGIN
  INSERT INTO page_index(docid, title, content) VALUES (new.rowid, new.title, new.content);
END;

CREATE TABLE card (number TEXT PRIMARY KEY NOT NULL, front TEXT, back TEXT, due DATE);
CREATE VIRTUAL TABLE card_index USING fts5(front, back);
CREATE VIRTUAL TABLE card_words USING fts3(words);
CREATE TRIGGER card_replace_insert AFTER INSERT ON card BEGIN
  INSERT OR REPLACE INTO card_index(rowid, front, back) VALUES (new.rowid, new.front, new.back);
  INSERT OR REPLACE INTO card_words(docid, words)
    VALUES (new.rowid, coalesce(new.front, "") || " " || coalesce(new.back, ""));
END;
CREATE TRIGGER card_replace_update AFTER UPDATE OF front, back ON card BEGIN
  INSERT OR REPLACE INTO card_index(rowid, front, back) VALUES (new.rowid, new.front, new.back);
  UPDATE OR REPLACE card_words SET words = coalesce(new.front, "") || " " || coalesce(new.back, "")
    WHERE docid = new.rowid;
END;
CREATE TRIGGER card_replace_delete AFTER DELETE ON card BEGIN
  DELETE FROM card_index WHERE rowid = old.rowid;
  DELETE FROM card_words WHERE docid = old.rowid;
END;

INSERT INTO note (title, body, changed, starred) VALUES
  ('Harbour walk', 'Counted the masts of nine boats; the seagulls followed.', 1617000000, 1),
  ('To mend', 'The gate, the lamp' || char(10) || 'and the long ladder.', 1617003600, 0),
  ('Ärmel', 'Größe 42, blau', NULL, 0), ('Empty', NULL, 0, NULL);
INSERT INTO page (title, content, visited, ink) VALUES
  ('Knots', 'A bowline holds and does not slip.', 2459300.5, x'0102'),
  ('Tides', 'High water follows the moon; the seagulls know it.', 2459301.25, NULL),
  (NULL, 'A page without a title.', NULL, x'');
INSERT INTO card VALUES ('a-1', 'make', 'seagulls', '2021-05-01'), ('a-2', 'hus', 'house', '2021-05-09'),
  ('b-1', NULL, 'blank', NULL);
