// The minimum that a program can do with SQLite and ncurses; booklist is measured against it.
//
//   floor open FILE             paint the first screenful and wait for q
//   floor columns FILE          the same with the author and the date of each book
//   floor lookup FILE N SEED    read N random rows by their keys
//   floor batch FILE STEP N     read N rows whose keys are STEP apart, 500 with one statement
//   floor values FILE COLUMN    count the distinct values of a column
//   floor sort FILE COLUMN      order all rows by a column: the first 50, and the keys of all
//   floor update FILE N         update the first N rows in one transaction
//   floor insert FILE FROM T…  insert the rows of tables of another database into those of this one
//   floor like FILE WORD        scan the whole table for a word
//
// All but the first two print one line of figures, each as name=value.
#define _GNU_SOURCE

#include <locale.h>
#include <ncurses.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static sqlite3 *db;

static void fail(const char *what) {
  if (stdscr != NULL) endwin();
  fprintf(stderr, "floor: %s: %s\n", what, db == NULL ? "no database" : sqlite3_errmsg(db));
  exit(1);
}

static void open_database(const char *path, int flags) {
  if (sqlite3_open_v2(path, &db, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) fail(path);
}

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement;
  if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) fail(sql);
  return statement;
}

static void run(const char *sql) {
  if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) fail(sql);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// MARK: First paint

static const char *text(sqlite3_stmt *row, int column) {
  const unsigned char *text = sqlite3_column_text(row, column);
  return text == NULL ? "" : (const char *)text;
}

static void print_row(int line, sqlite3_stmt *row) {
  if (sqlite3_column_count(row) == 2) {
    mvprintw(line, 0, "   %-*.*s", COLS - 3, COLS - 3, text(row, 1));
  } else {
    int width = COLS - 3 - 26 - 11;
    mvprintw(line, 0, "   %-*.*s %-25.25s %-10.10s", width, width, text(row, 1), text(row, 2), text(row, 3));
  }
}

static void paint(sqlite3_stmt *rows) {
  int shown = 0;
  attron(A_BOLD);
  mvprintw(0, COLS / 2 - 2, "Books");
  attroff(A_BOLD);
  sqlite3_bind_int(rows, 1, LINES - 3);
  while (sqlite3_step(rows) == SQLITE_ROW) {
    if (shown == 0) attron(A_REVERSE);
    print_row(1 + shown, rows);
    if (shown == 0) attroff(A_REVERSE);
    shown++;
  }
  if (sqlite3_reset(rows) != SQLITE_OK) fail("read");
  attron(A_DIM);
  mvprintw(LINES - 2, COLS / 2 - 4, "≥ %d books · 0 hydrated · 0 dirty · 0 B", shown);
  mvprintw(LINES - 1, 1, "↑↓ move  ⏎ open  + add  - delete  / find  m memory warning  ? help  q quit");
  attroff(A_DIM);
  refresh();
}

static void open_and_paint(const char *path, const char *columns) {
  setlocale(LC_ALL, "");
  open_database(path, SQLITE_OPEN_READONLY);
  char sql[200];
  snprintf(sql, sizeof sql, "SELECT pk, title%s FROM book ORDER BY pk LIMIT ?", columns);
  sqlite3_stmt *rows = prepare(sql);
  initscr();
  raw();
  noecho();
  keypad(stdscr, TRUE);
  curs_set(0);
  start_color();
  use_default_colors();
  paint(rows);
  while (getch() != 'q') continue;
  endwin();
  sqlite3_finalize(rows);
}

// MARK: Rows

static uint64_t state;

// Marsaglia's xorshift64 with the shifts 13, 7 and 17.
static uint64_t next_random(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static int64_t count_rows(void) {
  sqlite3_stmt *count = prepare("SELECT count(*) FROM book");
  if (sqlite3_step(count) != SQLITE_ROW) fail("count");
  int64_t rows = sqlite3_column_int64(count, 0);
  sqlite3_finalize(count);
  return rows;
}

// Distinct keys between 1 and the number of rows.
static int64_t *draw_keys(int count, int64_t rows) {
  if (count > rows) fail("fewer rows than that");
  int64_t *keys = malloc((size_t)count * sizeof *keys);
  unsigned char *drawn = calloc((size_t)rows + 1, 1);
  if (keys == NULL || drawn == NULL) fail("memory");
  for (int i = 0; i < count;) {
    int64_t key = (int64_t)(next_random() % (uint64_t)rows) + 1;
    if (!drawn[key]) keys[i++] = key;
    drawn[key] = 1;
  }
  free(drawn);
  return keys;
}

// Copies what it reads, as every program must that wants to keep it.
static size_t copy_row(sqlite3_stmt *row, int first) {
  static char copy[4096];
  size_t length = 0;
  for (int column = first; column < first + 3; column += 2) {
    const unsigned char *text = sqlite3_column_text(row, column);
    size_t bytes = (size_t)sqlite3_column_bytes(row, column);
    if (text == NULL || length + bytes > sizeof copy) continue;
    memcpy(copy + length, text, bytes);
    length += bytes;
  }
  double date = sqlite3_column_double(row, first + 1);
  return length + (date != 0);
}

static void look_up(const char *path, int count) {
  open_database(path, SQLITE_OPEN_READONLY);
  int64_t *keys = draw_keys(count, count_rows());
  sqlite3_stmt *row = prepare("SELECT title, copyright, author FROM book WHERE pk = ?");
  size_t bytes = 0;
  double start = now();
  for (int i = 0; i < count; i++) {
    sqlite3_bind_int64(row, 1, keys[i]);
    if (sqlite3_step(row) != SQLITE_ROW) fail("lookup");
    bytes += copy_row(row, 0);
    sqlite3_reset(row);
  }
  printf("lookup_ns=%.1f bytes=%zu\n", (now() - start) / count * 1e9, bytes);
  sqlite3_finalize(row);
  free(keys);
}

#define BATCH 500

static void read_batches(const char *path, int step, int count) {
  open_database(path, SQLITE_OPEN_READONLY);
  char text[128 + 2 * BATCH] = "SELECT pk, title, copyright, author FROM book WHERE pk IN (?";
  for (int i = 1; i < BATCH; i++) strcat(text, ",?");
  sqlite3_stmt *rows = prepare(strcat(text, ")"));
  size_t bytes = 0;
  int64_t key = 1;
  double start = now();
  for (int done = 0; done < count; done += BATCH) {
    for (int i = 1; i <= BATCH; i++, key += step) sqlite3_bind_int64(rows, i, key);
    while (sqlite3_step(rows) == SQLITE_ROW) bytes += copy_row(rows, 1);
    sqlite3_reset(rows);
  }
  printf("batch_s=%.6f bytes=%zu\n", now() - start, bytes);
  sqlite3_finalize(rows);
}

static void update(const char *path, int count) {
  open_database(path, SQLITE_OPEN_READWRITE);
  double start = now();
  // Ten digits that differ in each run: a text that is there already would not be written.
  int stamp = 1000000000 + (int)((long long)(start * 1000) % 1000000000);
  run("BEGIN IMMEDIATE");
  sqlite3_stmt *row = prepare("UPDATE book SET author = ? WHERE pk = ?");
  for (int key = 1; key <= count; key++) {
    // This differs from the text of the other side, which would otherwise find its values there already.
    char author[64];
    int length = snprintf(author, sizeof author, "Writer %d of run %d", key, stamp);
    sqlite3_bind_text(row, 1, author, length, SQLITE_STATIC);
    sqlite3_bind_int(row, 2, key);
    if (sqlite3_step(row) != SQLITE_DONE) fail("update");
    sqlite3_reset(row);
  }
  sqlite3_finalize(row);
  run("COMMIT");
  printf("update_s=%.6f\n", now() - start);
}

/* Inserts the rows of a table of another database, in batches that are read before the clock starts. */
enum { INSERTED = 1000 };

static sqlite3_stmt *prepare_insert(const char *table, sqlite3_stmt *rows) {
  char text[8192];
  int columns = sqlite3_column_count(rows);
  int length = snprintf(text, sizeof text, "INSERT INTO \"%s\" VALUES (?", table);
  for (int column = 1; column < columns; column++) length += snprintf(text + length, sizeof text - length, ", ?");
  snprintf(text + length, sizeof text - length, ")");
  return prepare(text);
}

static double processor_time(void) { return (double)clock() / CLOCKS_PER_SEC; }

static double insert_batch(sqlite3_stmt *row, sqlite3_value **values, int count, int columns) {
  double start = processor_time();
  for (int place = 0; place < count; place++) {
    for (int column = 0; column < columns; column++) {
      sqlite3_bind_value(row, column + 1, values[place * columns + column]);
    }
    if (sqlite3_step(row) != SQLITE_DONE) fail("insert");
    sqlite3_reset(row);
  }
  return processor_time() - start;
}

static int insert_some(sqlite3_stmt *from, sqlite3_stmt *row, double *time) {
  int columns = sqlite3_column_count(from), count = 0;
  sqlite3_value **values = malloc(sizeof *values * INSERTED * columns);
  while (count < INSERTED && sqlite3_step(from) == SQLITE_ROW) {
    for (int column = 0; column < columns; column++) {
      values[count * columns + column] = sqlite3_value_dup(sqlite3_column_value(from, column));
    }
    count++;
  }
  *time += insert_batch(row, values, count, columns);
  for (int place = 0; place < count * columns; place++) sqlite3_value_free(values[place]);
  free(values);
  return count;
}

static void insert(const char *path, const char *source, char **tables, int table_count) {
  open_database(source, SQLITE_OPEN_READONLY);
  sqlite3 *other = db;
  sqlite3_stmt *from[8], *rows[8];
  for (int table = 0; table < table_count && table < 8; table++) {
    char text[256];
    snprintf(text, sizeof text, "SELECT * FROM \"%s\"", tables[table]);
    from[table] = prepare(text);
  }
  open_database(path, SQLITE_OPEN_READWRITE);
  double time = -processor_time();
  run("BEGIN IMMEDIATE");
  for (int table = 0; table < table_count; table++) rows[table] = prepare_insert(tables[table], from[table]);
  time += processor_time();
  for (int count = 1; count > 0;) {
    count = 0;
    for (int table = 0; table < table_count; table++) count += insert_some(from[table], rows[table], &time);
  }
  double start = processor_time();
  run("COMMIT");
  printf("insert_s=%.6f\n", time + processor_time() - start);
  for (int table = 0; table < table_count; table++) sqlite3_finalize(from[table]), sqlite3_finalize(rows[table]);
  sqlite3_close(other);
}

static double run_sort(const char *form, const char *column) {
  char text[256];
  snprintf(text, sizeof text, form, column);
  sqlite3_stmt *rows = prepare(text);
  double start = now();
  while (sqlite3_step(rows) == SQLITE_ROW) continue;
  double time = now() - start;
  if (sqlite3_finalize(rows) != SQLITE_OK) fail("sort");
  return time;
}

static void sort(const char *path, const char *column) {
  open_database(path, SQLITE_OPEN_READONLY);
  double first = run_sort("SELECT pk FROM book ORDER BY \"%s\" LIMIT 50", column);
  double all = run_sort("CREATE TEMP TABLE sorted AS SELECT pk FROM book ORDER BY \"%s\"", column);
  printf("first_s=%.6f sort_s=%.6f\n", first, all);
}

static void count_values(const char *path, const char *column) {
  open_database(path, SQLITE_OPEN_READONLY);
  printf("values_s=%.6f\n", run_sort("SELECT \"%1$s\", count(*) FROM book GROUP BY \"%1$s\"", column));
}

static void scan(const char *path, const char *word) {
  open_database(path, SQLITE_OPEN_READONLY);
  sqlite3_stmt *rows = prepare(
      "SELECT count(*) FROM book WHERE title LIKE '%' || ?1 || '%' OR author LIKE '%' || ?1 || '%'");
  sqlite3_bind_text(rows, 1, word, -1, SQLITE_STATIC);
  double start = now();
  if (sqlite3_step(rows) != SQLITE_ROW) fail("scan");
  printf("like_s=%.6f matches=%lld\n", now() - start, (long long)sqlite3_column_int64(rows, 0));
  sqlite3_finalize(rows);
}

int main(int count, char **arguments) {
  const char *mode = count > 1 ? arguments[1] : "";
  if (strcmp(mode, "open") == 0 && count == 3) {
    open_and_paint(arguments[2], "");
  } else if (strcmp(mode, "columns") == 0 && count == 3) {
    open_and_paint(arguments[2], ", author, date(copyright, 'unixepoch')");
  } else if (strcmp(mode, "lookup") == 0 && count == 5) {
    state = strtoull(arguments[4], NULL, 10);
    look_up(arguments[2], atoi(arguments[3]));
  } else if (strcmp(mode, "batch") == 0 && count == 5) {
    read_batches(arguments[2], atoi(arguments[3]), atoi(arguments[4]));
  } else if (strcmp(mode, "sort") == 0 && count == 4) {
    sort(arguments[2], arguments[3]);
  } else if (strcmp(mode, "values") == 0 && count == 4) {
    count_values(arguments[2], arguments[3]);
  } else if (strcmp(mode, "update") == 0 && count == 4) {
    update(arguments[2], atoi(arguments[3]));
  } else if (strcmp(mode, "insert") == 0 && count > 4) {
    insert(arguments[2], arguments[3], arguments + 4, count - 4);
  } else if (strcmp(mode, "like") == 0 && count == 4) {
    scan(arguments[2], arguments[3]);
  } else {
    fprintf(stderr, "usage: floor open FILE | columns FILE | lookup FILE N SEED | batch FILE STEP N | sort FILE COLUMN | values FILE COLUMN | update FILE N | insert FILE SOURCE TABLE... | like FILE WORD\n");
    return 64;
  }
  sqlite3_close(db);
  return 0;
}
