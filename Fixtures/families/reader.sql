-- A reading device's database, in WAL mode: words for yes and no, times as text, a key of several columns, triggers that
-- keep what was read last. What the device wrote last is in reader-log.sql and stands in the -wal alone.
PRAGMA journal_mode = WAL;
CREATE TABLE content (
  ContentID TEXT NOT NULL, ContentType TEXT NOT NULL, Title TEXT COLLATE NOCASE, Author TEXT, Percent REAL DEFAULT 0,
  ReadStatus INTEGER, IsDownloaded BIT NOT NULL DEFAULT 'true', DateLastRead TEXT, Series TEXT, Cover BLOB,
  PRIMARY KEY (ContentID)
);
CREATE INDEX content_by_author ON content (Author COLLATE NOCASE) WHERE IsDownloaded = 'true';
CREATE TABLE bookmark (
  BookmarkID TEXT NOT NULL, VolumeID TEXT NOT NULL, Text TEXT, Annotation TEXT, ChapterProgress REAL NOT NULL DEFAULT 0,
  Hidden BOOL NOT NULL DEFAULT 0, DateCreated TEXT, PRIMARY KEY (BookmarkID)
);
CREATE TABLE shelf (Id TEXT, Name TEXT, InternalName TEXT, LastModified TEXT, IsDeleted BOOL, PRIMARY KEY (Id));
CREATE TABLE shelf_content (
  ShelfName TEXT, ContentId TEXT, DateModified TEXT, IsDeleted BOOL, PRIMARY KEY (ShelfName, ContentId)
);
CREATE TABLE activity (Type TEXT, Id TEXT, Date TEXT, Priority INTEGER, UNIQUE (Type, Id));
CREATE TRIGGER content_read AFTER UPDATE OF Percent ON content WHEN new.Percent IS NOT old.Percent BEGIN
  INSERT OR REPLACE INTO activity VALUES ('RecentBook', new.ContentID, '2021-06-07T08:09:10Z', new.Percent);
END;
CREATE TRIGGER content_gone AFTER DELETE ON content BEGIN
  DELETE FROM bookmark WHERE VolumeID = old.ContentID;
  UPDATE shelf_content SET IsDeleted = 'true' WHERE ContentId = old.ContentID;
  DELETE FROM activity WHERE Id = old.ContentID;
END;
CREATE TRIGGER shelf_renamed AFTER UPDATE OF Name ON shelf BEGIN
  UPDATE OR IGNORE shelf_content SET ShelfName = new.Name WHERE ShelfName = old.Name;
END;
INSERT INTO content VALUES
  ('file:///books/boats.epub', '6', 'Nine Boats', 'Hedda Brandt', 12.5, 1, 'true', '2021-01-02T03:04:05Z', NULL, NULL),
  ('file:///books/bread.epub', '6', 'Winter Bread', 'Oluf Steen', 0, 0, 'false', NULL, 'Kitchen', x'89504e47'),
  ('b1', '9', 'seagulls', NULL, 100, 2, 'true', '', '', x'');
INSERT INTO bookmark VALUES ('m1', 'b1', 'a line', NULL, 0.25, 'false', '2021-01-02'), ('m2', 'b1', NULL, 'mine', 1, 0, '');
INSERT INTO shelf VALUES ('s1', 'Evening', 'Evening', '2021-01-01T00:00:00Z', 'false'), ('s2', 'Train', 'Train', NULL, 'true');
INSERT INTO shelf_content VALUES ('Evening', 'b1', NULL, 'false'), ('Train', 'b1', NULL, 'false');
INSERT INTO activity VALUES ('RecentBook', 'b1', '2021-01-02', 0);
