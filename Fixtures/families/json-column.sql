-- A web framework's tables: a JSON column with a CHECK that calls json_valid, columns computed from it, indexes over
-- expressions of it and over part of the rows, and a trigger that takes an array apart with json_each.
CREATE TABLE "shop_author" (
  "id" integer NOT NULL PRIMARY KEY AUTOINCREMENT,
  "name" varchar(80) NOT NULL,
  "profile" text NULL CHECK ((JSON_VALID("profile") OR "profile" IS NULL))
);
CREATE TABLE "shop_product" (
  "id" integer NOT NULL PRIMARY KEY AUTOINCREMENT,
  "title" varchar(120) NOT NULL,
  "slug" varchar(50) NOT NULL UNIQUE,
  "data" text NOT NULL DEFAULT '{}' CHECK (JSON_VALID("data")),
  "labels" text NOT NULL DEFAULT '[]' CHECK (json_type("labels") = "array"),
  "price" decimal NOT NULL CHECK ("price" >= 0),
  "in_stock" bool NOT NULL DEFAULT 1,
  "added" datetime NOT NULL,
  "weight" real NULL,
  "cover" blob NULL,
  "author_id" bigint NULL REFERENCES "shop_author" ("id") DEFERRABLE INITIALLY DEFERRED,
  "language" text GENERATED ALWAYS AS (json_extract("data", '$.language')) STORED,
  "pages" integer GENERATED ALWAYS AS (json_extract("data", '$.pages')) VIRTUAL
);
CREATE INDEX "shop_product_author" ON "shop_product" ("author_id");
CREATE INDEX "shop_product_publisher" ON "shop_product" (json_extract("data", '$.publisher.name'));
CREATE INDEX "shop_product_pages" ON "shop_product" ("pages") WHERE "in_stock" AND json_valid("data");
CREATE UNIQUE INDEX "shop_product_isbn" ON "shop_product" (json_extract("data", '$.isbn'))
  WHERE json_type("data", '$.isbn') = "text";
CREATE TABLE "shop_label" (
  "product_id" bigint NOT NULL, "label" varchar(30) NOT NULL, PRIMARY KEY ("product_id", "label")
) WITHOUT ROWID;
CREATE TRIGGER "shop_product_labels_insert" AFTER INSERT ON "shop_product" BEGIN
  INSERT OR IGNORE INTO "shop_label" SELECT new."id", value FROM json_each(new."labels");
END;
CREATE TRIGGER "shop_product_labels_update" AFTER UPDATE OF "labels" ON "shop_product" BEGIN
  DELETE FROM "shop_label" WHERE "product_id" = old."id";
  INSERT OR IGNORE INTO "shop_label" SELECT new."id", value FROM json_each(new."labels");
END;
CREATE TRIGGER "shop_product_labels_delete" AFTER DELETE ON "shop_product" BEGIN
  DELETE FROM "shop_label" WHERE "product_id" = old."id";
END;
CREATE VIEW "shop_shelf" AS
  SELECT "id", "title", json_extract("data", '$.publisher.name') AS "publisher", json_array_length("labels") AS "labels"
  FROM "shop_product" WHERE "in_stock" = 1;
CREATE VIEW "shop_label_use" AS
  SELECT value AS "label", count(*) AS "products" FROM "shop_product", json_each("labels") GROUP BY value;

INSERT INTO "shop_author" ("name", "profile") VALUES
  ('Hedda Brandt', '{"born": 1931, "links": ["a", "b"]}'), ('Oluf Steen', NULL), ('Marie Quist', '[]');
INSERT INTO "shop_product"
  ("title", "slug", "data", "labels", "price", "in_stock", "added", "weight", "cover", "author_id") VALUES
  ('Lighthouse Year', 'lighthouse-year',
    '{"language": "en", "pages": 212, "isbn": "0-0001", "publisher": {"name": "Two Piers"}}',
    '["sea", "memoir"]', 12.5, 1, '2021-03-04 10:00:00', 0.31, x'89504e470d0a1a0a', 1),
  ('Winter Bread', 'winter-bread', '{"language": "da", "pages": 96, "publisher": {"name": "Ovn"}}',
    '["food", "food"]', 9, 1, '2021-03-05 10:00:00', NULL, NULL, 2),
  ('A Field of Stones', 'field-of-stones', '{"language": "en", "isbn": "0-0003"}', '[]', 0, 0,
    '2022-11-30 23:59:59', 1.0, x'00ff', NULL),
  ('Ferry Tables', 'ferry-tables', '{}', '["sea", 7, "numbers"]', '7.25', 1, '1999-12-31 00:00:00', 2, x'', 1);
