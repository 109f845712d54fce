-- A messenger's tables: messages with ids of their own, times in billionths of a second since 2001, texts kept as
-- archives, tables that join, triggers that keep caches and that ask the messenger's program to delete files.
CREATE TABLE store_property (key TEXT, value TEXT, UNIQUE (key));
CREATE TABLE handle (
  ROWID INTEGER PRIMARY KEY AUTOINCREMENT UNIQUE, id TEXT NOT NULL, country TEXT, service TEXT NOT NULL,
  UNIQUE (id, service)
);
CREATE TABLE chat (
  ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, style INTEGER, display_name TEXT,
  properties BLOB, last_message_date INTEGER DEFAULT 0, is_archived INTEGER DEFAULT 0
);
CREATE TABLE message (
  ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, text TEXT, handle_id INTEGER DEFAULT 0,
  subject TEXT, archived_body BLOB, date INTEGER, date_read INTEGER, is_from_me INTEGER DEFAULT 0,
  cache_has_attachments INTEGER DEFAULT 0, error INTEGER DEFAULT 0, balance REAL
);
CREATE TABLE attachment (
  ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, filename TEXT, total_bytes INTEGER DEFAULT 0,
  user_info BLOB
);
CREATE TABLE chat_message_join (
  chat_id INTEGER REFERENCES chat (ROWID) ON DELETE CASCADE, message_id INTEGER REFERENCES message (ROWID) ON DELETE CASCADE,
  message_date INTEGER DEFAULT 0, PRIMARY KEY (chat_id, message_id)
);
CREATE TABLE message_attachment_join (
  message_id INTEGER REFERENCES message (ROWID) ON DELETE CASCADE,
  attachment_id INTEGER REFERENCES attachment (ROWID) ON DELETE CASCADE, UNIQUE (message_id, attachment_id)
);
CREATE TABLE deleted_message (ROWID INTEGER PRIMARY KEY AUTOINCREMENT UNIQUE, guid TEXT NOT NULL);
CREATE INDEX message_by_date ON message (date DESC, is_from_me) WHERE error = 0;
CREATE INDEX message_failed ON message (length(text)) WHERE error != 0 AND text LIKE "%!%";
CREATE TRIGGER after_insert_on_chat_message_join AFTER INSERT ON chat_message_join BEGIN
  UPDATE chat SET last_message_date = max(last_message_date, coalesce(new.message_date, 0)) WHERE ROWID = new.chat_id;
END;
CREATE TRIGGER after_update_date AFTER UPDATE OF date ON message BEGIN
  UPDATE chat_message_join SET message_date = new.date WHERE message_id = new.ROWID;
END;
CREATE TRIGGER after_insert_on_message_attachment_join AFTER INSERT ON message_attachment_join BEGIN
  UPDATE message SET cache_has_attachments = 1 WHERE message.ROWID = new.message_id;
END;
CREATE TRIGGER after_delete_on_message_attachment_join AFTER DELETE ON message_attachment_join BEGIN
  UPDATE message SET cache_has_attachments =
    (SELECT count(*) > 0 FROM message_attachment_join WHERE message_id = old.message_id)
  WHERE ROWID = old.message_id;
END;
CREATE TRIGGER add_to_deleted AFTER DELETE ON message BEGIN
  INSERT OR REPLACE INTO deleted_message (guid) VALUES (old.guid);
END;
CREATE TRIGGER before_delete_on_attachment BEFORE DELETE ON attachment BEGIN
  SELECT owner_delete_file(old.ROWID, old.filename);
END;
INSERT INTO store_property VALUES ('version', '14'), ('counter', '0007');
INSERT INTO handle (id, country, service) VALUES ('+4500112233', 'dk', 'S'), ('hedda@example.org', NULL, 'M');
INSERT INTO chat (guid, style, display_name, properties) VALUES
  ('S;-;+4500112233', 45, NULL, x'62706c697374'), ('M;+;chat1', 43, 'Seagulls crew', NULL);
INSERT INTO message (guid, text, handle_id, subject, archived_body, date, date_read, is_from_me, error, balance) VALUES
  ('A-1', 'Low water at nine', 1, NULL, x'040b73747265616d747970656481e803', 637000000000000000, 0, 0, 0, 0.0),
  ('A-2', 'Bring bread 🍞', 0, '', NULL, 637000000123456789, 637000000200000000, 1, 0, NULL),
  ('A-3', NULL, 2, NULL, x'', 637000001000000000, NULL, 0, 22, 1.5),
  ('A-4', 'seagulls!', 2, 'to all', NULL, NULL, NULL, NULL, 22, -0.25);
INSERT INTO attachment (guid, filename, total_bytes, user_info) VALUES ('at-1', '~/f/1.png', 1024, x'00');
INSERT INTO chat_message_join VALUES (1, 1, 637000000000000000), (1, 2, 637000000123456789), (2, 3, 637000001000000000);
INSERT INTO message_attachment_join VALUES (3, 1);
