-- Coffees and their prices.
CREATE TABLE coffees (
  pk INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  price DECIMAL
);
