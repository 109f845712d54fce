-- The coffee list without types: each price keeps the storage class in which it was written, and so do its zeros.
CREATE TABLE coffee (CoffeeID INTEGER PRIMARY KEY, CoffeeName, Price);
INSERT INTO coffee (CoffeeID, CoffeeName, Price) VALUES
  (1, 'Espresso', 2.2),
  (2, 'Cappuccino', '3.50'),
  (3, 'Filter coffee', 2),
  (4, 'O''Brien''s Irish coffee', '7.250'),
  (5, 'Coffee of the day', NULL),
  (6, 'Without a price yet', ''),
  (7, 'Café crème', '3,50'),
  (8, 'A kilo of beans', '000019.90');
