# Completions for fish, made from the program's tables.
function __booklist_command
    set -l words (commandline -opc)
    set -q words[2]; and contains -- $words[2] $argv
end

complete -c booklist -n 'test (count (commandline -opc)) -eq 1' -a check -d 'Check a database for damage'
complete -c booklist -n 'test (count (commandline -opc)) -eq 1' -a backup -d 'Copy a database as it is at one moment, also while it is in use'
complete -c booklist -n 'test (count (commandline -opc)) -eq 1' -a demo -d 'Show what the store promises, on a scratch library'
complete -c booklist -n 'test (count (commandline -opc)) -eq 1' -a help -d 'Show the help of a command'
complete -c booklist -n '__booklist_command help' -f -a 'check backup demo'
complete -c booklist -n 'not __booklist_command check backup demo help' -l read-only -d 'Open the database so that nothing can be changed'
complete -c booklist -n 'not __booklist_command check backup demo help' -l table -x -d 'Begin with this table or view'
complete -c booklist -n 'not __booklist_command check backup demo help' -l title -x -d 'Show this column as the title of a row, or several that are parted by commas'
complete -c booklist -n 'not __booklist_command check backup demo help' -l columns -x -d 'Show these columns beside the titles, parted by commas'
complete -c booklist -n 'not __booklist_command check backup demo help' -l ignore-articles -d 'Leave out articles at the beginning of titles when they are sorted'
complete -c booklist -n 'not __booklist_command check backup demo help' -l articles -x -d 'The articles that are left out when titles are sorted, parted by commas'
complete -c booklist -n 'not __booklist_command check backup demo help' -l fresh -d 'Begin without the columns, the order and the filter that you left'
complete -c booklist -n 'not __booklist_command check backup demo help' -l kind -x -d 'Take a column for one of these kinds'
complete -c booklist -n 'not __booklist_command check backup demo help' -l save-on -x -a 'pressure edit' -d 'When an edit reaches the database'
complete -c booklist -n 'not __booklist_command check backup demo help' -l memory-budget -x -d 'The bytes that hydrated books may hold'
complete -c booklist -n 'not __booklist_command check backup demo help' -l write-after -x -d 'Write a book back quietly when it has been dirty for so long, whatever --save-on says'
complete -c booklist -n 'not __booklist_command check backup demo help' -l pressure -r -F -d 'Where warnings come from that memory is short'
complete -c booklist -n 'not __booklist_command check backup demo help' -l split -d 'Show the list and a book side by side, from 100 columns on'
complete -c booklist -n 'not __booklist_command check backup demo help' -l no-split -d 'Show the list and a book side by side, from 100 columns on'
complete -c booklist -n 'not __booklist_command check backup demo help' -l version -d 'Show the version'
complete -c booklist -n 'not __booklist_command check backup demo help' -s h -l help -d 'Show help information'
complete -c booklist -n '__booklist_command check' -l version -d 'Show the version'
complete -c booklist -n '__booklist_command check' -s h -l help -d 'Show help information'
complete -c booklist -n '__booklist_command backup' -l version -d 'Show the version'
complete -c booklist -n '__booklist_command backup' -s h -l help -d 'Show help information'
complete -c booklist -n '__booklist_command demo' -l books -x -d 'How many books the library has, 100 or more'
complete -c booklist -n '__booklist_command demo' -l script -d 'Go through all steps without a terminal, and print the figures before and after each'
complete -c booklist -n '__booklist_command demo' -l json -d 'Print the figures of --script as JSON'
complete -c booklist -n '__booklist_command demo' -l version -d 'Show the version'
complete -c booklist -n '__booklist_command demo' -s h -l help -d 'Show help information'
complete -c booklist -n '__booklist_command demo' -f
