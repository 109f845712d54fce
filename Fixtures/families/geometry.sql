-- A geographical program's tables: shapes as blobs with a head of their own, contents described in tables beside them,
-- and r-trees kept by triggers that call functions over shapes, which only that program has.
PRAGMA application_id = 1179602497;
PRAGMA user_version = 10300;
CREATE TABLE geo_system (
  srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, definition TEXT NOT NULL, description TEXT
);
CREATE TABLE geo_contents (
  table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
  last_change DATETIME NOT NULL DEFAULT '2021-01-01T00:00:00.000Z', min_x DOUBLE, min_y DOUBLE, max_x DOUBLE,
  max_y DOUBLE, srs_id INTEGER, CONSTRAINT fk_srs FOREIGN KEY (srs_id) REFERENCES geo_system (srs_id)
);
CREATE TABLE geo_columns (
  table_name TEXT NOT NULL, column_name TEXT NOT NULL, shape_type TEXT NOT NULL, z TINYINT NOT NULL,
  CONSTRAINT pk_columns PRIMARY KEY (table_name, column_name), CONSTRAINT uk_columns UNIQUE (table_name),
  FOREIGN KEY (table_name) REFERENCES geo_contents (table_name)
);
CREATE TRIGGER geo_columns_z_update BEFORE UPDATE OF z ON geo_columns BEGIN
  SELECT RAISE(ABORT, 'update on geo_columns: z must be 0, 1 or 2') WHERE NOT (NEW.z IN (0, 1, 2));
END;
-- A layer whose triggers all say of which column they are: its other fields can be edited.
CREATE TABLE road (
  fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, shape BLOB, name TEXT, lanes MEDIUMINT, length DOUBLE, surveyed DATE,
  open BOOLEAN
);
CREATE VIRTUAL TABLE rtree_road_shape USING rtree(id, minx, maxx, miny, maxy);
CREATE TABLE geo_counts (table_name TEXT NOT NULL PRIMARY KEY, feature_count INTEGER DEFAULT 0);
INSERT INTO geo_counts VALUES ('road', 0);
CREATE TRIGGER count_insert_road AFTER INSERT ON road BEGIN
  UPDATE geo_counts SET feature_count = feature_count + 1 WHERE lower(table_name) = lower('road');
END;
CREATE TRIGGER count_delete_road AFTER DELETE ON road BEGIN
  UPDATE geo_counts SET feature_count = feature_count - 1 WHERE lower(table_name) = lower('road');
END;
INSERT INTO road (shape, name, lanes, length, surveyed, open) VALUES
  (x'475000010000000001010000000000000000000000000000000000f03f', 'Old coast road', 2, 12.75, '2019-08-01', 1),
  (x'47500011000000000107000000', 'Seagulls way', 1, 0.5, NULL, 0), (NULL, 'Planned', NULL, NULL, NULL, NULL);
CREATE TRIGGER rtree_road_shape_update AFTER UPDATE OF shape ON road
  WHEN OLD.fid = NEW.fid AND (NEW.shape NOTNULL AND NOT shape_is_empty(NEW.shape)) BEGIN
  INSERT OR REPLACE INTO rtree_road_shape VALUES (
    NEW.fid, shape_min_x(NEW.shape), shape_max_x(NEW.shape), shape_min_y(NEW.shape), shape_max_y(NEW.shape));
END;
CREATE TRIGGER rtree_road_shape_insert AFTER INSERT ON road
  WHEN (new.shape NOTNULL AND NOT shape_is_empty(NEW.shape)) BEGIN
  INSERT OR REPLACE INTO rtree_road_shape VALUES (
    NEW.fid, shape_min_x(NEW.shape), shape_max_x(NEW.shape), shape_min_y(NEW.shape), shape_max_y(NEW.shape));
END;
CREATE TRIGGER rtree_road_shape_delete AFTER DELETE ON road WHEN old.shape NOT NULL BEGIN
  DELETE FROM rtree_road_shape WHERE id = OLD.fid;
END;
-- A layer one of whose triggers fires at any update: nothing of it can be edited.
CREATE TABLE lake (fid INTEGER PRIMARY KEY, shape BLOB, name TEXT);
INSERT INTO lake VALUES (1, x'4750', 'Still water'), (2, NULL, 'Seagulls pond');
CREATE TRIGGER rtree_lake_shape_any AFTER UPDATE ON lake
  WHEN OLD.fid != NEW.fid AND (NEW.shape IS NULL OR shape_is_empty(NEW.shape)) BEGIN
  SELECT RAISE(ABORT, 'the key of a lake does not change');
END;
INSERT INTO geo_system VALUES ('Plane', -1, 'undefined', NULL), ('World', 4326, 'GEOGCS["World"]', 'degrees');
INSERT INTO geo_contents VALUES
  ('road', 'features', 'Roads', 'Roads of the coast', '2021-05-06T07:08:09.123Z', -3, 49.5, 2, 60, 4326),
  ('lake', 'features', 'Lakes', NULL, '2021-05-06T07:08:09.123Z', NULL, NULL, NULL, NULL, -1);
INSERT INTO geo_columns VALUES ('road', 'shape', 'LINESTRING', 0), ('lake', 'shape', 'POLYGON', 2);
