-- A book table whose values try to break a list, a screen or a terminal. Every row is legal in SQLite.
CREATE TABLE book (pk INTEGER PRIMARY KEY, title CHAR(32), copyright REAL, author CHAR(48));
BEGIN;

-- Keys at the ends of what a rowid can be.
INSERT INTO book VALUES (-9223372036854775808, 'The smallest key', 0, 'Key');
INSERT INTO book VALUES (-1, 'A negative key', 0, 'Key');
INSERT INTO book VALUES (0, 'The key zero', 0, 'Key');
INSERT INTO book VALUES (2147483648, 'A key over 2^31', 0, 'Key');
INSERT INTO book VALUES (9007199254740993, 'A key that no double holds', 0, 'Key');
INSERT INTO book VALUES (9223372036854775807, 'The largest key', 0, 'Key');

-- What is hardly there, and the same title several times.
INSERT INTO book VALUES (1, NULL, NULL, NULL);
INSERT INTO book VALUES (2, '', NULL, '');
INSERT INTO book VALUES (3, '   ', 0, char(9, 10, 13, 32, 160, 8195));
INSERT INTO book VALUES (4, 'Twice', 0, 'First');
INSERT INTO book VALUES (5, 'Twice', 0, 'Second');

-- Bytes that are not valid UTF-8: a stray byte, a cut sequence, an overlong slash, a surrogate, beyond U+10FFFF.
INSERT INTO book VALUES (10, CAST(x'4B61666B61FF' AS TEXT), 0, CAST(x'FFFEFD' AS TEXT));
INSERT INTO book VALUES (11, CAST(x'43616665CC' AS TEXT), 0, CAST(x'E282' AS TEXT));
INSERT INTO book VALUES (12, CAST(x'C0AF' AS TEXT), 0, CAST(x'EDA080' AS TEXT));
INSERT INTO book VALUES (13, CAST(x'F4908080' AS TEXT), 0, CAST(x'80808080' AS TEXT));

-- Zeros inside a text, which end it for whoever reads it as a C string.
INSERT INTO book VALUES (20, CAST(x'4265666F7265004166746572' AS TEXT), 0, CAST(x'00' AS TEXT));
INSERT INTO book VALUES (21, 'a' || char(0) || 'b', 0, char(0) || 'begins with zero');

-- Escape sequences: clear the screen, set the window's title, ask for the cursor, colour, charset, C1 controls,
-- the end of a bracketed paste, a hyperlink, a string that never ends.
INSERT INTO book VALUES (30, char(27) || '[2J' || char(27) || '[H' || 'Cleared', 0, char(27) || 'c');
INSERT INTO book VALUES (31, char(27) || ']0;owned' || char(7), 0, char(27) || ']52;c;b3duZWQ=' || char(7));
INSERT INTO book VALUES (32, char(27) || '[6n', 0, char(27) || '[31;5mred' || char(27) || '[0m');
INSERT INTO book VALUES (33, char(27) || '(0' || 'lqqk' || char(14), 0, char(155) || '2J' || char(144));
INSERT INTO book VALUES (34, char(27) || '[201~' || 'q' || char(13), 0, char(27) || '[?1049l');
INSERT INTO book VALUES (35, char(27) || ']8;;http://example.org' || char(27) || '\link', 0, char(27) || 'P');
INSERT INTO book VALUES (36, 'a' || char(10) || 'b' || char(13) || 'c' || char(9) || 'd', 0, char(8, 8, 8, 127, 7));
INSERT INTO book VALUES (37, char(8238) || 'reversed' || char(8236), 0, char(8232) || char(8233) || char(65279));

-- Marks, clusters and widths.
INSERT INTO book VALUES (40, 'e' || char(769) || ' and ' || char(233), 0, char(769) || ' begins with a mark');
INSERT INTO book VALUES (41, '漢字かな交じり文の長い題名、列がずれてはならない', 0, '한국어');
INSERT INTO book VALUES (42, '👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 👍🏽 1️⃣', 0, '👨🏿‍🚀');
INSERT INTO book VALUES (43, 'ספר עברי', 0, 'كتاب عربي 123');
INSERT INTO book VALUES (44, 'Z' || replace(hex(zeroblob(150)), '00', char(0x0335)) || 'algo', 0, 'จำ');

-- Quotes, SQL, formats, paths, length.
INSERT INTO book VALUES (50, 'O''Brien''s "Book"', 0, '''); DROP TABLE book; --');
INSERT INTO book VALUES (51, '%s%n%d', 0, '../../etc/passwd');
INSERT INTO book VALUES (52, replace(hex(zeroblob(50000)), '00', 'long '), 0, replace(hex(zeroblob(5000)), '00', '漢'));

-- Values of other storage classes than the columns'.
INSERT INTO book VALUES (60, x'00FF1B5B324A', x'0102', x'');
INSERT INTO book VALUES (61, 'A text for a date', 'soon', 'Date');
INSERT INTO book VALUES (62, 'An ISO text for a date', '1870-01-25', 'Date');
INSERT INTO book VALUES (63, 'A number in a text', '1166832000', 12345);
INSERT INTO book VALUES (64, 12.5, 'NULL', 9223372036854775807);

-- Dates at and beyond the ends of what date() knows, and with a time of day.
INSERT INTO book VALUES (70, 'The first instant', -210866760000, 'Date');
INSERT INTO book VALUES (71, 'Before the first instant', -210866760001, 'Date');
INSERT INTO book VALUES (72, 'The first year', -210863520000, 'Date');
INSERT INTO book VALUES (73, 'The last second', 253402300799, 'Date');
INSERT INTO book VALUES (74, 'After the last second', 253402300800, 'Date');
INSERT INTO book VALUES (75, 'Far away', 1e300, 'Date');
INSERT INTO book VALUES (76, 'Infinity', 9e999, 'Date');
INSERT INTO book VALUES (77, 'Minus infinity', -9e999, 'Date');
INSERT INTO book VALUES (78, 'Rounded up to the next day', 86399.9996, 'Date');
INSERT INTO book VALUES (79, 'A time of day', 1166878800.25, 'Date');
INSERT INTO book VALUES (80, 'The year zero', -62167219200, 'Date');

COMMIT;
