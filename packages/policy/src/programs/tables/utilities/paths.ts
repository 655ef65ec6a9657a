// Names, sizes and attributes of files.
import { flags, optionalText, path, text } from '../../../command/option-table.ts'
import type { Program } from '../../program.ts'
import { followsLinks, takesNamesFrom } from '../row.ts'
import { printing } from './printing.ts'

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
export const PATHS: readonly Program[] = [
  printing('stat', { ...flags('-L --dereference -f --file-system -t --terse'), '-c --format --printf --cached': text }, 'list', [
    'stat -c %s a.txt',
    'stat ../a.txt',
  ]),
  printing(
    'du',
    {
      ...flags('-0 --null -a --all --apparent-size -b --bytes -c --total -D --dereference-args -H -h --human-readable --inodes -k'),
      ...flags('-l --count-links -m -P --no-dereference -S --separate-dirs --si -s --summarize -x --one-file-system'),
      '-B --block-size -d --max-depth -t --threshold --time-style --exclude': text,
      '--time': optionalText,
      '-X --exclude-from': takesNamesFrom,
      '-L --dereference': followsLinks,
    },
    'list',
    ['du -sh src', 'du --files0-from=names'],
  ),
  printing(
    'df',
    {
      ...flags('-a --all -h --human-readable -H --si -i --inodes -k -l --local --no-sync -P --portability --total -T --print-type -v'),
      '-B --block-size -t --type -x --exclude-type': text,
      '--output': optionalText,
    },
    'list',
    ['df -h .', 'df --sync'],
  ),
  printing(
    'tree',
    {
      ...flags('-a -d -f -x -q -N -Q -p -u -g -s -h --si --du -D -F --inodes --device -v -t -c -U -r --dirsfirst --filesfirst -i -A -S -n'),
      ...flags('-C -X -J --matchdirs --metafirst --prune --noreport --nolinks --ignore-case --gitignore'),
      '-L -P -I -H -T --charset --filelimit --timefmt --sort': text,
    },
    'list',
    ['tree -L 2 -I node_modules src', 'tree -o out.txt'],
  ),
  printing('basename', { ...flags('-a --multiple -z --zero'), '-s --suffix': text }, 'text', [
    'basename src/a.ts .ts',
    'basename --unknown a',
  ]),
  printing('dirname', flags('-z --zero'), 'text', ['dirname src/a.ts', 'dirname --unknown a']),
  printing(
    'realpath',
    {
      ...flags(
        '-e --canonicalize-existing -m --canonicalize-missing -L --logical -P --physical -q --quiet -s --strip --no-symlinks -z --zero',
      ),
      '--relative-to --relative-base': path,
    },
    'list',
    ['realpath --relative-to=src src/a.ts', 'realpath ../a'],
  ),
  printing(
    'readlink',
    flags(
      '-f --canonicalize -e --canonicalize-existing -m --canonicalize-missing -n --no-newline -q --quiet -s --silent -v --verbose -z --zero',
    ),
    'list',
    ['readlink -f src/a.ts', 'readlink ../a'],
  ),
  printing(
    'test [',
    // The letters of `-f`, `-nt`, `-eq` and so on. `-v` and `-R` evaluate the subscript of a variable, which can run a command.
    flags('-a -b -c -d -e -f -g -h -k -l -n -o -p -q -r -s -t -u -w -x -z -G -L -N -O -S'),
    'word',
    ['test -d src', 'test -v a[0]'],
  ),
]
