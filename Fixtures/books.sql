-- The default library: the sample's table and its three books.
CREATE TABLE book (pk INTEGER PRIMARY KEY, title CHAR(32), copyright REAL, author CHAR(48));
INSERT INTO book (pk, title, copyright, author) VALUES (1, 'War and Peace', -3153600000, 'Leo Tolstoy');
INSERT INTO book (pk, title, copyright, author) VALUES (2, 'Mac OS X Internals', 1166832000, 'Amit Singh');
INSERT INTO book (pk, title, copyright, author) VALUES (3, 'The Divine Comedy', -20466864000, 'Dante Alighieri');
