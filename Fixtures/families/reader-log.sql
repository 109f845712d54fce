-- What the reading device of reader.sql wrote last, which stands in the -wal alone.
INSERT INTO content VALUES
  ('file:///books/kites.epub', '6', 'Kites and Seagulls', 'Marie Quist', 3.5, 1, 'true', '2021-06-01T00:00:00Z', NULL, NULL);
UPDATE content SET Percent = 15 WHERE Title = 'nine boats';
INSERT INTO bookmark VALUES ('m3', 'file:///books/kites.epub', 'a tail', 'long', 0.5, 'false', '2021-06-01');
DELETE FROM bookmark WHERE BookmarkID = 'm2';
