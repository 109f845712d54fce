-- A map program's tables: boxes in an r-tree beside the rows, replaced by triggers; one r-tree that has columns of its
-- own and no table beside it, and one of whole numbers.
CREATE TABLE place (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, west REAL, south REAL, east REAL, north REAL, kind TEXT DEFAULT 'town',
  CHECK (west <= east AND south <= north)
);
CREATE VIRTUAL TABLE place_box USING rtree(id, west, east, south, north);
CREATE VIRTUAL TABLE cell_box USING rtree_i32(id, left, right);
CREATE VIRTUAL TABLE landmark USING rtree(id, west, east, south, north, +name TEXT, +picture BLOB);
CREATE TRIGGER place_box_insert AFTER INSERT ON place WHEN new.west NOT NULL BEGIN
  INSERT OR REPLACE INTO place_box VALUES (new.id, new.west, new.east, new.south, new.north);
  INSERT OR REPLACE INTO cell_box VALUES (new.id, CAST(new.west AS INTEGER), CAST(new.east AS INTEGER));
END;
CREATE TRIGGER place_box_update AFTER UPDATE OF west, east, south, north ON place WHEN new.west NOT NULL BEGIN
  INSERT OR REPLACE INTO place_box VALUES (new.id, new.west, new.east, new.south, new.north);
  INSERT OR REPLACE INTO cell_box VALUES (new.id, CAST(new.west AS INTEGER), CAST(new.east AS INTEGER));
END;
CREATE TRIGGER place_box_empty AFTER UPDATE OF west ON place WHEN new.west IS NULL BEGIN
  DELETE FROM place_box WHERE id = old.id;
  DELETE FROM cell_box WHERE id = old.id;
END;
CREATE TRIGGER place_box_delete AFTER DELETE ON place BEGIN
  DELETE FROM place_box WHERE id = old.id;
  DELETE FROM cell_box WHERE id = old.id;
END;
CREATE VIEW place_in_the_north AS
  SELECT place.* FROM place JOIN place_box USING (id) WHERE place_box.south > 50;

INSERT INTO place (name, west, south, east, north, kind) VALUES
  ('Upper Ness', -1.5, 57.25, -1.25, 57.5, 'town'), ('Lower Ness', -1.5, 51, -1, 52, 'town'),
  ('The Sound', -3, 49.5, -2, 50.5, 'water'), ('Nowhere', NULL, NULL, NULL, NULL, 'idea');
INSERT INTO landmark VALUES (1, 0, 1, 0, 1, 'Ness light', x'89504e47'), (2, -1, 1, -1, 1, NULL, NULL);
