// ls (GNU coreutils 9). It never follows links inside the named folder unless an option says so.
import { asks, dangerous, flags, type OptionTable, optionalText, text } from '../option-table.ts'

const FOLLOWS_LINKS = 'option.follows-links'

export const LS: OptionTable = {
  command: 'ls',
  risk: 'LOW',
  reason: 'command.lists-files',
  operands: 'list',
  options: {
    ...flags('-a --all -A --almost-all --author -b --escape -B --ignore-backups -c -C -d --directory -D --dired -f --file-type'),
    ...flags('--full-time -g --group-directories-first -G --no-group -h --human-readable --si -H --dereference-command-line'),
    ...flags('--dereference-command-line-symlink-to-dir -i --inode -k --kibibytes -l -m -n --numeric-uid-gid -N --literal -o -p'),
    ...flags('-q --hide-control-chars --show-control-chars -Q --quote-name -r --reverse -R --recursive -s --size -S -t -u -U -v -x -X'),
    ...flags('-Z --context --zero -1 --help --version'),
    '-F': {},
    '--classify --color': optionalText,
    '--block-size --format --hide --indicator-style --quoting-style --sort --time --time-style': text,
    '-I --ignore': text,
    '-T --tabsize': text,
    '-w --width': text,
    '--hyperlink': asks('option.prints-full-paths', optionalText),
    '-L --dereference': dangerous(FOLLOWS_LINKS),
  },
}
