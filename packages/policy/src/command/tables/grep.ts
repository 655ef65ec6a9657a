// grep (GNU 3.x). The first operand is the pattern unless -e or -f, anywhere in the call, gives one.
import { asks, dangerous, flags, type OptionTable, optionalText, path, text } from '../option-table.ts'

const FOLLOWS_LINKS = 'option.follows-links'

export const GREP: OptionTable = {
  command: 'grep',
  risk: 'LOW',
  reason: 'command.searches-files',
  operands: 'read',
  dashIsInput: true,
  options: {
    ...flags('-E --extended-regexp -F --fixed-strings --fixed-regexp -G --basic-regexp -P --perl-regexp'),
    ...flags('-i -y --ignore-case --no-ignore-case -w --word-regexp -x --line-regexp -z --null-data -s --no-messages -v --invert-match'),
    ...flags('-V --version --help -b --byte-offset -n --line-number --line-buffered -H --with-filename -h --no-filename'),
    ...flags('-o --only-matching -q --quiet --silent -a --text -I -r --recursive -L --files-without-match -l --files-with-matches'),
    ...flags('-c --count -T --initial-tab -Z --null --no-group-separator -U --binary -u --unix-byte-offsets'),
    ...flags('-0 -1 -2 -3 -4 -5 -6 -7 -8 -9'),
    '-e --regexp': text,
    '-f --file': path,
    '-m --max-count': text,
    '-A --after-context': text,
    '-B --before-context': text,
    '-C --context': text,
    '-d --directories': text,
    '-D --devices': asks('option.waits-for-pipes', text),
    '--label': text,
    '--binary-files': text,
    '--include': text,
    '--exclude': text,
    '--exclude-dir': text,
    '--exclude-from': path,
    '--group-separator': text,
    '--color --colour': optionalText,
    '-R --dereference-recursive': dangerous(FOLLOWS_LINKS),
  },
}
