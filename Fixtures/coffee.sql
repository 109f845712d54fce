-- The coffee list: the table of the tutorial that loads a price when it is asked for. The rows are our own.
-- A text that looks like a number becomes one in a REAL column, so the text among these prices has a comma;
-- coffee-untyped.sql has the text 3.50.
CREATE TABLE coffee (CoffeeID INTEGER PRIMARY KEY, CoffeeName VARCHAR(50), Price REAL);
INSERT INTO coffee (CoffeeID, CoffeeName, Price) VALUES
  (1, 'Espresso', 2.2),
  (2, 'Cappuccino', 3.5),
  (3, 'Latte macchiato', 3.95),
  (4, 'Filter coffee', 2),
  (5, 'O''Brien''s Irish coffee', 7.25),
  (6, 'Ristretto, on the house', 0),
  (7, 'Coffee of the day', NULL),
  (8, 'Café crème', '3,50'),
  (9, 'Kopi luwak', 79.99),
  (12, 'Türk kahvesi', 2.1);
