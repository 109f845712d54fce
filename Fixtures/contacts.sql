-- The contacts: the table of the tutorial that adds, changes and deletes people. The people are made up, the numbers
-- from the ranges that are kept for stories.
CREATE TABLE Contacts (idx INTEGER NOT NULL DEFAULT 0 PRIMARY KEY AUTOINCREMENT,
  firstname Varchar DEFAULT NULL,
  lastname Varchar DEFAULT NULL,
  phone Varchar DEFAULT NULL);
INSERT INTO Contacts (idx, firstname, lastname, phone) VALUES
  (1, 'Ada', 'Example', '+44 20 7946 0018'),
  (2, 'Ben', 'O''Brien', '(206) 555-0100'),
  (3, 'Čeněk', 'Příklad', '0900 555 01'),
  (4, 'Plato', NULL, '+1 206 555 0123'),
  (5, NULL, 'Exemplo', NULL),
  (6, '', '', '555-0199'),
  (7, NULL, NULL, NULL),
  (8, 'Ada', 'Example', '020 7946 0042'),
  (9, '美咲', '例', '5550147'),
  (11, 'Anna Maria', 'von der Probe-Muster', '+49 30 23125 001');
