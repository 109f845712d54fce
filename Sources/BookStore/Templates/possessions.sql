-- What you own: each thing has a name that no other has, a description and a photo.
CREATE TABLE possessions (
  pk INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  description TEXT,
  photo BLOB
);
