-- People: first name, last name and phone.
CREATE TABLE contacts (
  pk INTEGER PRIMARY KEY,
  first TEXT,
  last TEXT,
  phone TEXT
);
