// Text of files and of the input (GNU coreutils 9.1, diffutils 3.8, util-linux 2.38).
import { flags, optionalText, path, text } from '../../../command/option-table.ts'
import type { Program } from '../../program.ts'
import { takesNamesFrom, writes } from '../row.ts'
import { printing } from './printing.ts'

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
export const TEXT: readonly Program[] = [
  printing(
    'sort',
    {
      ...flags('-b --ignore-leading-blanks -d --dictionary-order -f --ignore-case -g --general-numeric-sort -i --ignore-nonprinting'),
      ...flags('-M --month-sort -h --human-numeric-sort -n --numeric-sort -R --random-sort -r --reverse -V --version-sort -c -C --debug'),
      ...flags('-m --merge -s --stable -u --unique -z --zero-terminated'),
      '--check': optionalText,
      '-k --key -t --field-separator -S --buffer-size --sort --batch-size --parallel': text,
      '--random-source': takesNamesFrom,
      '-o --output': writes,
    },
    'read',
    ['sort -rn -k2,2 -t, a.csv', 'sort --compress-program=sh a.csv'],
  ),
  printing(
    'uniq',
    {
      ...flags('-c --count -d --repeated -D -i --ignore-case -u --unique -z --zero-terminated'),
      '--all-repeated --group': optionalText,
      '-f --skip-fields -s --skip-chars -w --check-chars': text,
    },
    'read',
    ['uniq -c a.txt', 'uniq a.txt b.txt'],
  ),
  printing(
    'cut',
    {
      ...flags('-n --complement -s --only-delimited -z --zero-terminated'),
      '-b --bytes -c --characters -d --delimiter -f --fields --output-delimiter': text,
    },
    'read',
    ['cut -d: -f1 a.txt', 'cut -f1 ../a.txt'],
  ),
  printing('tr', flags('-c -C --complement -d --delete -s --squeeze-repeats -t --truncate-set1'), 'text', ['tr -d /', 'tr --unknown a b']),
  printing(
    'diff',
    {
      ...flags(
        '--normal -q --brief -s --report-identical-files -c -u -e --ed -n --rcs -y --side-by-side --left-column -N --new-file -i -E -Z',
      ),
      ...flags(
        '--suppress-common-lines -p --show-c-function -t --expand-tabs -T --initial-tab --suppress-blank-empty -r --recursive -b -w -B',
      ),
      ...flags('--no-dereference --unidirectional-new-file --ignore-file-name-case --no-ignore-file-name-case --ignore-case -a --text -d'),
      ...flags('--ignore-tab-expansion --ignore-trailing-space --ignore-space-change --ignore-all-space --ignore-blank-lines --minimal'),
      ...flags('--strip-trailing-cr --speed-large-files -v'),
      '--context --unified --color': optionalText,
      '-C -U -W --width -F --show-function-line --label -L --tabsize -x --exclude -I --ignore-matching-lines --palette': text,
      '--old-line-format --new-line-format --unchanged-line-format --line-format --old-group-format --new-group-format': text,
      '--changed-group-format --unchanged-group-format --horizon-lines -D --ifdef -S --starting-file': text,
      '--from-file --to-file': path,
      '-X --exclude-from': takesNamesFrom,
    },
    'read',
    ['diff -u a.txt b.txt', 'diff -l a.txt b.txt'],
  ),
  printing('cmp', { ...flags('-b --print-bytes -l --verbose -s --quiet --silent -v'), '-i --ignore-initial -n --bytes': text }, 'read', [
    'cmp -s a.bin b.bin',
    'cmp a.bin ../b.bin',
  ]),
  printing(
    'comm',
    { ...flags('-1 -2 -3 --check-order --nocheck-order --total -z --zero-terminated'), '--output-delimiter': text },
    'read',
    ['comm -12 a.txt b.txt', 'comm a.txt ../b.txt'],
  ),
  printing('paste', { ...flags('-s --serial -z --zero-terminated'), '-d --delimiters': text }, 'read', [
    'paste -sd, a.txt',
    'paste ../a.txt',
  ]),
  printing(
    'join',
    { ...flags('-i --ignore-case --check-order --nocheck-order --header -z --zero-terminated'), '-a -e -j -1 -2 -o -t -v': text },
    'read',
    ['join -t, -1 2 a.csv b.csv', 'join a.csv ../b.csv'],
  ),
  printing(
    'column',
    {
      ...flags('-t --table -d --table-noheadings -e --table-header-repeat -L --keep-empty-lines -J --json -x --fillrows'),
      ...flags('-h -V -m --table-maxout'),
      '-E --table-noextreme -n --table-name -O --table-order -N --table-columns -l --table-columns-limit -H --table-hide -R --table-right':
        text,
      '-T --table-truncate -W --table-wrap -r --tree -i --tree-id -p --tree-parent -c --output-width -o --output-separator': text,
      '-s --separator': text,
    },
    'read',
    ['column -t -s, a.csv', 'column -t ../a.csv'],
  ),
  printing(
    'nl',
    {
      ...flags('-p --no-renumber'),
      '-b --body-numbering -d --section-delimiter -f --footer-numbering -h --header-numbering -i --line-increment': text,
      '-l --join-blank-lines -n --number-format -s --number-separator -v --starting-line-number -w --number-width': text,
    },
    'read',
    ['nl -ba a.txt', 'nl ../a.txt'],
  ),
  printing('tac', { ...flags('-b --before -r --regex'), '-s --separator': text }, 'read', ['tac a.txt', 'tac ../a.txt']),
  printing('rev', flags('-h -V -0 --zero'), 'read', ['rev a.txt', 'rev ../a.txt']),
  printing('fold', { ...flags('-b --bytes -s --spaces'), '-w --width': text }, 'read', ['fold -w 80 -s a.txt', 'fold ../a.txt']),
  printing(
    'fmt',
    { ...flags('-c --crown-margin -s --split-only -t --tagged-paragraph -u --uniform-spacing'), '-p --prefix -w --width -g --goal': text },
    'read',
    ['fmt -w 72 a.txt', 'fmt ../a.txt'],
  ),
  printing('expand', { ...flags('-i --initial'), '-t --tabs': text }, 'read', ['expand -t 2 a.txt', 'expand ../a.txt']),
  printing('unexpand', { ...flags('-a --all --first-only'), '-t --tabs': text }, 'read', ['unexpand -a a.txt', 'unexpand ../a.txt']),
  printing('tsort', {}, 'read', ['tsort a.txt', 'tsort ../a.txt']),
  printing(
    'shuf',
    {
      ...flags('-e --echo -r --repeat -z --zero-terminated'),
      '-i --input-range -n --head-count': text,
      '--random-source': takesNamesFrom,
      '-o --output': writes,
    },
    'read',
    ['shuf -n 5 a.txt', 'shuf -o b.txt a.txt'],
  ),
  printing(
    'numfmt',
    {
      ...flags('--debug --grouping -z --zero-terminated'),
      '-d --delimiter --field --format --from --from-unit --invalid --padding --round --suffix --to --to-unit': text,
      '--header': optionalText,
    },
    'text',
    ['numfmt --to=iec 1048576', 'numfmt --unknown 1'],
  ),
]
