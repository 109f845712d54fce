-- What the import of goodreads.csv leaves to do: one author under two names, and a book with its photo and its readings.
UPDATE book SET author = 'Leo Tolstoy' WHERE author = 'Leo Tolstoi';
UPDATE book SET cover = readfile('cover.png'), owned = 1 WHERE title = 'War and Peace';
UPDATE reading SET started = '2024-09-01' WHERE book = 19 AND finished = '2025-02-16';
UPDATE reading SET started = '2009-06', finished = '2009-11' WHERE book = 19 AND finished IS NULL;
