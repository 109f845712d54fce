# Completions for bash, made from the program's tables.
_booklist() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
  local command= options= words= files= word
  # To bash the = of --option=value is a word.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = ]] && ((COMP_CWORD > 2)); then
    prev=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  ((COMP_CWORD > 1)) && command=${COMP_WORDS[1]}
  case $command:$prev in
  list:-f) files=1 ;;
  list:--file) files=1 ;;
  list:--table) words='' ;;
  list:--format) words='table csv tsv json ndjson markdown html' ;;
  list:--for) words='people programs' ;;
  list:--columns) words='' ;;
  list:--sort) words='' ;;
  list:--limit) words='' ;;
  list:--random) words='' ;;
  list:*) options='-f --file --table --read-only --format --json --ndjson --csv --tsv --for --columns --sort --limit --random --count --keys --version -h --help' ;;
  show:-f) files=1 ;;
  show:--file) files=1 ;;
  show:--table) words='' ;;
  show:--format) words='table csv tsv json ndjson markdown html' ;;
  show:--field) words='' ;;
  show:-o) files=1 ;;
  show:--output) files=1 ;;
  show:*) options='-f --file --table --read-only --format --json --ndjson --csv --tsv --field -o --output --force --version -h --help' ;;
  values:-f) files=1 ;;
  values:--file) files=1 ;;
  values:--table) words='' ;;
  values:--format) words='table csv tsv json ndjson markdown html' ;;
  values:--total) words='' ;;
  values:--limit) words='' ;;
  values:*) options='-f --file --table --read-only --format --json --ndjson --csv --tsv --groups --total --limit --version -h --help' ;;
  stats:-f) files=1 ;;
  stats:--file) files=1 ;;
  stats:--table) words='' ;;
  stats:--by) words='' ;;
  stats:--sum) words='' ;;
  stats:--average) words='' ;;
  stats:--per) words='year month week weekday' ;;
  stats:--limit) words='' ;;
  stats:--year) words='' ;;
  stats:--goal) words='' ;;
  stats:--format) words='table csv tsv json ndjson markdown html' ;;
  stats:-o) files=1 ;;
  stats:--output) files=1 ;;
  stats:*) options='-f --file --table --read-only --by --sum --average --per --limit --year --years --goal --format --json --csv --html --plain -o --output --force --version -h --help' ;;
  sql:--from) files=1 ;;
  sql:-f) files=1 ;;
  sql:--file) files=1 ;;
  sql:--table) words='' ;;
  sql:--format) words='table csv tsv json ndjson markdown html' ;;
  sql:*) options='--from -f --file --table --read-only --format --json --ndjson --csv --tsv --version -h --help' ;;
  add:-f) files=1 ;;
  add:--file) files=1 ;;
  add:--table) words='' ;;
  add:*) options='-f --file --table --read-only --version -h --help' ;;
  set:--where) words='' ;;
  set:--rows) words='' ;;
  set:--format) words='table csv tsv json ndjson markdown html' ;;
  set:-f) files=1 ;;
  set:--file) files=1 ;;
  set:--table) words='' ;;
  set:*) options='--where --dry-run --rows --format --json --ndjson --csv --tsv -f --file --table --read-only --version -h --help' ;;
  move:--up) words='' ;;
  move:--down) words='' ;;
  move:--in) words='' ;;
  move:--by) words='' ;;
  move:-f) files=1 ;;
  move:--file) files=1 ;;
  move:--table) words='' ;;
  move:*) options='--up --down --top --in --by -f --file --table --read-only --version -h --help' ;;
  rm:--where) words='' ;;
  rm:--rows) words='' ;;
  rm:-f) files=1 ;;
  rm:--file) files=1 ;;
  rm:--table) words='' ;;
  rm:*) options='--where --yes --dry-run --rows -f --file --table --read-only --version -h --help' ;;
  duplicates:-f) files=1 ;;
  duplicates:--file) files=1 ;;
  duplicates:--table) words='' ;;
  duplicates:--format) words='table csv tsv json ndjson markdown html' ;;
  duplicates:--by) words='' ;;
  duplicates:*) options='-f --file --table --read-only --format --json --ndjson --csv --tsv --by --forget-different --version -h --help' ;;
  merge:--keep) words='' ;;
  merge:--field) words='' ;;
  merge:--rows) words='' ;;
  merge:-f) files=1 ;;
  merge:--file) files=1 ;;
  merge:--table) words='' ;;
  merge:*) options='--keep --field --dry-run --rows -f --file --table --read-only --version -h --help' ;;
  start:--on) words='' ;;
  start:-f) files=1 ;;
  start:--file) files=1 ;;
  start:--table) words='' ;;
  start:*) options='--on -f --file --table --read-only --version -h --help' ;;
  progress:--on) words='' ;;
  progress:-f) files=1 ;;
  progress:--file) files=1 ;;
  progress:--table) words='' ;;
  progress:--minutes) words='' ;;
  progress:--note) words='' ;;
  progress:*) options='--on -f --file --table --read-only --minutes --note --version -h --help' ;;
  finish:--on) words='' ;;
  finish:-f) files=1 ;;
  finish:--file) files=1 ;;
  finish:--table) words='' ;;
  finish:--rating) words='' ;;
  finish:--review) words='' ;;
  finish:*) options='--on -f --file --table --read-only --rating --review --change --again --version -h --help' ;;
  lend:--on) words='' ;;
  lend:-f) files=1 ;;
  lend:--file) files=1 ;;
  lend:--table) words='' ;;
  lend:--due) words='' ;;
  lend:*) options='--on -f --file --table --read-only --back --due --version -h --help' ;;
  loans:-f) files=1 ;;
  loans:--file) files=1 ;;
  loans:--table) words='' ;;
  loans:--format) words='table csv tsv json ndjson markdown html' ;;
  loans:*) options='-f --file --table --read-only --format --json --ndjson --csv --tsv --current --lent --borrowed --overdue --all --version -h --help' ;;
  undo:-f) files=1 ;;
  undo:--file) files=1 ;;
  undo:--table) words='' ;;
  undo:*) options='--skip -f --file --table --read-only --version -h --help' ;;
  redo:-f) files=1 ;;
  redo:--file) files=1 ;;
  redo:--table) words='' ;;
  redo:*) options='--skip -f --file --table --read-only --version -h --help' ;;
  history:-f) files=1 ;;
  history:--file) files=1 ;;
  history:--table) words='' ;;
  history:--format) words='table csv tsv json ndjson markdown html' ;;
  history:--limit) words='' ;;
  history:*) options='-f --file --table --read-only --format --json --ndjson --csv --tsv --limit --version -h --help' ;;
  fields:-f) files=1 ;;
  fields:--file) files=1 ;;
  fields:--table) words='' ;;
  fields:--format) words='table csv tsv json ndjson markdown html' ;;
  fields:--kind) words='' ;;
  fields:--choices) words='' ;;
  fields:*) options='-f --file --table --read-only --format --json --ndjson --csv --tsv --kind --choices --yes --dry-run --version -h --help' ;;
  info:-f) files=1 ;;
  info:--file) files=1 ;;
  info:--table) words='' ;;
  info:--format) words='table csv tsv json ndjson markdown html' ;;
  info:*) options='-f --file --table --read-only --format --json --ndjson --csv --tsv --version -h --help' ;;
  new:--template) words='sample reading possessions contacts coffees' ;;
  new:*) options='--template --list-templates --version -h --help' files=1 ;;
  import:-f) files=1 ;;
  import:--file) files=1 ;;
  import:--table) words='' ;;
  import:--format) words='auto csv tsv json ndjson goodreads storygraph librarything bookbuddy openreads bookwyrm hardcover libib zotero bookcatalogue openlibrary calibre bibtex ris marc kobo koreader kindle readwise libby calibre-catalog librarything-json csl-json' ;;
  import:--map) words='' ;;
  import:--match) words='' ;;
  import:--on-match) words='fill update skip add' ;;
  import:--encoding) words='utf-8 mixed utf-16le utf-16be latin-1 windows-1252 windows-874 windows-1250 windows-1251 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-9 iso-8859-10 iso-8859-11 iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 koi8-r koi8-u macintosh mac-centraleurope mac-cyrillic mac-greek mac-turkish ibm437 ibm737 ibm775 ibm850 ibm852 ibm855 ibm857 ibm858 ibm862 ibm866' ;;
  import:--skip) words='' ;;
  import:--to-new) files=1 ;;
  import:*) options='-f --file --table --read-only --format --map --match --on-match --encoding --skip --no-header --to-new --add-fields --fit --dry-run --keep-going --exact --json --list-formats --version -h --help' files=1 ;;
  export:-f) files=1 ;;
  export:--file) files=1 ;;
  export:--table) words='' ;;
  export:--format) words='csv tsv json ndjson markdown html goodreads storygraph librarything bookbuddy openreads bookwyrm hardcover libib zotero bookcatalogue openlibrary calibre bibtex ris marc kobo koreader kindle readwise libby calibre-catalog librarything-json csl-json' ;;
  export:-o) files=1 ;;
  export:--output) files=1 ;;
  export:--columns) words='' ;;
  export:--for) words='people programs' ;;
  export:--sort) words='' ;;
  export:--group) words='' ;;
  export:*) options='-f --file --table --read-only --format -o --output --force --columns --for --sort --group --spreadsheet-safe --version -h --help' ;;
  check:*) options='--version -h --help' files=1 ;;
  backup:*) options='--with-views --version -h --help' files=1 ;;
  sync:-f) files=1 ;;
  sync:--file) files=1 ;;
  sync:--table) words='' ;;
  sync:--format) words='table csv tsv json ndjson markdown html' ;;
  sync:--as) words='' ;;
  sync:--settle) words='' ;;
  sync:*) options='-f --file --table --read-only --format --json --ndjson --csv --tsv --as --dry-run --restored --anyway --status --settle --version -h --help' ;;
  config:*) options='--print --origin --check --version -h --help' ;;
  demo:--books) words='' ;;
  demo:--latency) words='' ;;
  demo:--budget) words='' ;;
  demo:--pace) words='' ;;
  demo:--record) files=1 ;;
  demo:--html) files=1 ;;
  demo:*) options='--books --latency --budget --pace --quiz --script --json --record --html --force --version -h --help' ;;
  mcp:-f) files=1 ;;
  mcp:--file) files=1 ;;
  mcp:--table) words='' ;;
  mcp:*) options='-f --file --table --read-only --version -h --help' ;;
  help:*) words='list show values stats sql add set move rm duplicates merge start progress finish lend loans undo redo history fields info new import export check backup sync config demo mcp' ;;
  *:-f) files=1 ;;
  *:--file) files=1 ;;
  *:--table) words='' ;;
  *:--title) words='' ;;
  *:--columns) words='' ;;
  *:--articles) words='' ;;
  *:--view) words='' ;;
  *:--kind) words='' ;;
  *:--save-on) words='pressure edit' ;;
  *:--memory-budget) words='' ;;
  *:--write-after) words='' ;;
  *:--pressure) files=1 ;;
  *:--log) files=1 ;;
  *:--trace) files=1 ;;
  *:*) options='-f --file --read-only --table --title --columns --ignore-articles --articles --fresh --view --kind --save-on --memory-budget --write-after --pressure --split --no-split --plain --log --trace --version -h --help' files=1 ;;
  esac
  ((COMP_CWORD == 1)) && words='list show values stats sql add set move rm duplicates merge start progress finish lend loans undo redo history fields info new import export check backup sync config demo mcp help'
  [[ $cur == -* ]] && words=$options files=
  COMPREPLY=()
  case $command in
  list|show|values|add|set|rm|fields|export)
    # The fields, and after = the values of one, with what a shell would take apart in quotes.
    if [[ $cur != -* && $prev != -f && $prev != --file && $prev != --format ]]; then
      while IFS= read -r word; do
        [[ ${COMP_WORDS[COMP_CWORD - 1]} != = && ${COMP_WORDS[COMP_CWORD]} != = ]] || word=${word#*=}
        COMPREPLY+=("$(printf %q "$word")")
      done < <(booklist complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
      [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
    fi
    ;;
  esac
  while IFS= read -r word; do
    COMPREPLY+=("$word")
  done < <(
    compgen -W "$words" -- "$cur"
    [[ -z $files ]] || compgen -f -- "$cur"
  )
}
complete -o filenames -F _booklist booklist
