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
  new:--template) words='sample reading possessions contacts coffees' ;;
  new:*) options='--template --list-templates --version -h --help' files=1 ;;
  import:-f) files=1 ;;
  import:--file) files=1 ;;
  import:--table) words='' ;;
  import:--format) words='auto csv tsv json ndjson goodreads storygraph librarything bookbuddy openreads bookwyrm openlibrary calibre bibtex ris librarything-json csl-json' ;;
  import:--map) words='' ;;
  import:--match) words='' ;;
  import:--on-match) words='fill update skip add' ;;
  import:--encoding) words='utf-8 mixed utf-16le utf-16be latin-1 windows-1252' ;;
  import:*) options='-f --file --table --format --map --match --on-match --encoding --no-header --dry-run --keep-going --json --list-formats --version -h --help' files=1 ;;
  export:-f) files=1 ;;
  export:--file) files=1 ;;
  export:--table) words='' ;;
  export:--format) words='csv tsv json ndjson markdown goodreads storygraph librarything bookbuddy openreads bookwyrm openlibrary calibre bibtex ris librarything-json csl-json' ;;
  export:-o) files=1 ;;
  export:--output) files=1 ;;
  export:--sort) words='' ;;
  export:*) options='-f --file --table --format -o --output --force --sort --spreadsheet-safe --version -h --help' ;;
  check:*) options='--version -h --help' files=1 ;;
  backup:*) options='--version -h --help' files=1 ;;
  demo:--books) words='' ;;
  demo:*) options='--books --script --json --version -h --help' ;;
  help:*) words='new import export check backup demo' ;;
  *:--table) words='' ;;
  *:--title) words='' ;;
  *:--columns) words='' ;;
  *:--articles) words='' ;;
  *:--kind) words='' ;;
  *:--save-on) words='pressure edit' ;;
  *:--memory-budget) words='' ;;
  *:--write-after) words='' ;;
  *:--pressure) files=1 ;;
  *:*) options='--read-only --table --title --columns --ignore-articles --articles --fresh --kind --save-on --memory-budget --write-after --pressure --split --no-split --version -h --help' files=1 ;;
  esac
  ((COMP_CWORD == 1)) && words='new import export check backup demo help'
  [[ $cur == -* ]] && words=$options files=
  COMPREPLY=()
  while IFS= read -r word; do
    COMPREPLY+=("$word")
  done < <(
    compgen -W "$words" -- "$cur"
    [[ -z $files ]] || compgen -f -- "$cur"
  )
}
complete -o filenames -F _booklist booklist
