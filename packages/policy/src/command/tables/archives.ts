// tar, zip and unzip: always HIGH. The tables separate paths from text, and name what runs a program or uses the network.
import { dangerous, flags, type Option, type OptionTable, optionalText, output, path, text } from '../option-table.ts'

const RUNS_PROGRAM = 'option.runs-program'
const NAMES_UNREAD = 'option.unjudged-names'
const optionalOutput: Option = { takes: 'optional', kind: 'output', risk: 'HIGH', reason: 'option.writes-there' }

export const TAR: OptionTable = {
  command: 'tar',
  risk: 'HIGH',
  reason: 'command.packs-or-unpacks',
  operands: 'read',
  options: {
    ...flags(
      '-A --catenate --concatenate -c --create -d --diff --compare --delete -r --append -t --list --test-label -u --update -x',
      '--extract --get',
    ),
    ...flags(
      '-z --gzip --gunzip --ungzip -j --bzip2 -J --xz --lzma --zstd --lzip --lzop -Z --compress --uncompress -a',
      '--auto-compress --no-auto-compress',
    ),
    ...flags(
      '-v --verbose -w --interactive --confirmation -k --keep-old-files --skip-old-files --keep-newer-files --overwrite -U --unlink-first',
    ),
    ...flags(
      '--recursive-unlink -m --touch -o --no-same-owner -p --preserve-permissions --same-permissions --no-same-permissions -O',
      '--to-stdout -G --incremental',
    ),
    ...flags(
      '-h --dereference --hard-dereference -l --check-links --one-file-system --no-recursion --recursion --null --no-null -S',
      '--sparse -W --verify',
    ),
    ...flags(
      '--anchored --no-anchored --ignore-case --no-ignore-case --wildcards --no-wildcards --exclude-vcs --exclude-vcs-ignores',
      '--exclude-backups',
    ),
    ...flags(
      '--exclude-caches --exclude-caches-all --exclude-caches-under --numeric-owner --utc --full-time --totals -B',
      '--read-full-records -R --block-number',
    ),
    ...flags(
      '--overwrite-dir --delay-directory-restore --same-owner -s --preserve-order --same-order -M --multi-volume',
      '--force-local -i --ignore-zeros --help --version',
    ),
    '--warning --sort --quoting-style --format -H -V --label --owner': text,
    '--group --mode --mtime -b --blocking-factor --record-size -L --tape-length': text,
    '--strip-components --level --hole-detection --sparse-version --pax-option': text,
    '--suffix --quote-chars --no-quote-chars --exclude --exclude-tag': text,
    '--exclude-ignore --exclude-ignore-recursive --exclude-tag-all --exclude-tag-under -N': text,
    '--newer --after-date --newer-mtime --checkpoint --sort-order': text,
    '--backup --occurrence --atime-preserve --xattrs-include --xattrs-exclude --totals-signal': optionalText,
    '-f --file': path,
    '-C --directory': path,
    '-X --exclude-from --owner-map --group-map --volno-file': path,
    '-g --listed-incremental': output('option.writes-list'),
    '--index-file': output('option.writes-list'),
    '--one-top-level': optionalOutput,
    '-T --files-from': dangerous(NAMES_UNREAD, path),
    '-K --starting-file': path,
    '-P --absolute-names': dangerous('option.leads-out'),
    '--transform --xform': dangerous('option.renames-members', text),
    '--remove-files': dangerous('option.deletes-packed'),
    '-I --use-compress-program --to-command --checkpoint-action -F --info-script --new-volume-script': dangerous(RUNS_PROGRAM, text),
    '--rsh-command --rmt-command': { ...dangerous(RUNS_PROGRAM, text), network: true },
  },
}

/** zip has two-letter options; these take the next word. */
export const ZIP_VALUES: Readonly<Record<string, 'path' | 'text' | 'program'>> = {
  '-b': 'path',
  '--temp-path': 'path',
  '-O': 'path',
  '--out': 'path',
  '--output-file': 'path',
  '-lf': 'path',
  '--logfile-path': 'path',
  '-t': 'text',
  '-tt': 'text',
  '-n': 'text',
  '--suffixes': 'text',
  '-P': 'text',
  '--password': 'text',
  '-s': 'text',
  '--split-size': 'text',
  '-Z': 'text',
  '--compression-method': 'text',
  '-UN': 'text',
  '--unicode': 'text',
  '-ds': 'text',
  '--dot-size': 'text',
  '-TT': 'program',
  '--unzip-command': 'program',
}

/** After these, words are patterns up to the next option or `@`. */
export const ZIP_PATTERN_LISTS: ReadonlySet<string> = new Set(['-x', '--exclude', '-i', '--include', '-R', '--recurse-patterns'])

export const ZIP_DELETES: ReadonlySet<string> = new Set(['-m', '--move', '-d', '--delete'])

export const UNZIP: OptionTable = {
  command: 'unzip',
  risk: 'HIGH',
  reason: 'command.unpacks',
  operands: 'read',
  options: {
    ...flags('-Z -A -c -f -l -p -t -T -u -v -z -a -b -B -C -D -E -F -i -j -J -K -L -M -n -N -o -q -s -U -V -W -X -Y -2 -S -h'),
    '-:': dangerous('option.leads-out'),
    '-^': dangerous('option.control-characters-in-names'),
    '-d': path,
    '-P -O -I': text,
  },
}
