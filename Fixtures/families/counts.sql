-- A library's tables, in which triggers keep counts and totals in other rows, clamp values before they are stored, pass
-- over what changes nothing, refuse what may not be, and append to a log of changes.
CREATE TABLE shelf (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE UNIQUE, item_count INTEGER NOT NULL DEFAULT 0,
  page_total INTEGER NOT NULL DEFAULT 0, longest TEXT
);
CREATE TABLE item (
  id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, shelf INTEGER REFERENCES shelf ON DELETE CASCADE,
  pages INTEGER CHECK (typeof(pages) IN ('integer', 'null')), lent BOOLEAN NOT NULL DEFAULT 0, fine DECIMAL(6, 2),
  returned DATE, changes INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE total (name TEXT PRIMARY KEY, amount INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE change_log (number INTEGER PRIMARY KEY AUTOINCREMENT, verb TEXT, item INTEGER, was TEXT, became TEXT);
CREATE TRIGGER item_inserted AFTER INSERT ON item BEGIN
  UPDATE shelf SET item_count = item_count + 1, page_total = page_total + coalesce(new.pages, 0) WHERE id = new.shelf;
  INSERT OR REPLACE INTO total VALUES ('items', (SELECT count(*) FROM item));
  INSERT INTO change_log (verb, item, became) VALUES ('insert', new.id, new.title);
END;
CREATE TRIGGER item_deleted AFTER DELETE ON item BEGIN
  UPDATE shelf SET item_count = item_count - 1, page_total = page_total - coalesce(old.pages, 0) WHERE id = old.shelf;
  INSERT OR REPLACE INTO total VALUES ('items', (SELECT count(*) FROM item));
  INSERT INTO change_log (verb, item, was) VALUES ('delete', old.id, old.title);
END;
CREATE TRIGGER item_moved AFTER UPDATE OF shelf, pages ON item BEGIN
  UPDATE shelf SET item_count = item_count - 1, page_total = page_total - coalesce(old.pages, 0) WHERE id = old.shelf;
  UPDATE shelf SET item_count = item_count + 1, page_total = page_total + coalesce(new.pages, 0) WHERE id = new.shelf;
  INSERT INTO total VALUES ('moves', 1) ON CONFLICT (name) DO UPDATE SET amount = amount + 1;
END;
CREATE TRIGGER item_longest AFTER UPDATE OF title ON item BEGIN
  UPDATE shelf SET longest = (SELECT title FROM item WHERE shelf = shelf.id ORDER BY length(title) DESC, id LIMIT 1);
  INSERT INTO change_log (verb, item, was, became) VALUES ('rename', new.id, old.title, new.title);
  INSERT OR IGNORE INTO total VALUES ('renames', 0);
  UPDATE total SET amount = amount + 1 WHERE name = 'renames';
END;
CREATE TRIGGER item_lent_and_fined BEFORE UPDATE OF fine ON item WHEN new.fine < 0 BEGIN
  SELECT RAISE(ABORT, 'a fine is never negative');
END;
CREATE TRIGGER item_of_no_pages BEFORE INSERT ON item WHEN new.pages < 0 BEGIN
  SELECT RAISE(IGNORE);
END;

INSERT INTO shelf (name) VALUES ('Sea'), ('Land'), ('Air');
INSERT INTO item (title, shelf, pages, lent, fine, returned) VALUES
  ('Nine Boats', 1, 120, 0, NULL, NULL), ('The Long Ladder', 2, 300, 1, 0.5, '2021-02-03'), ('Kites', 3, 44, 0, 0, NULL),
  ('Seagulls', 1, NULL, 1, 12, '2020-12-31'), ('Unplaced', NULL, 10, 0, NULL, NULL);
