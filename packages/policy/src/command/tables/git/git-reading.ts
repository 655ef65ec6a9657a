// Sub-commands of git that read. They are MEDIUM all the same: filters and pagers of the repository may run.
import { dangerous, flag, flags, optionalText, path, text, word } from '../../option-table.ts'
import { medium, type SubCommand } from '../../sub-command.ts'
import { DIFF_OPTIONS, LISTING_OPTIONS, LOG_OPTIONS, REFERENCE_OPTIONS, RUNS_PROGRAM } from './git-options.ts'

const READS = 'Reads the history'

export const GIT_READING: Readonly<Record<string, SubCommand>> = {
  status: medium('Reads the state of the repository', {
    ...flags('-s --short -b --branch -v --verbose -z --long --show-stash --ahead-behind --no-ahead-behind --no-renames --null'),
    '--porcelain -u --untracked-files --ignored --ignore-submodules --column --find-renames': optionalText,
  }),
  log: medium(READS, LOG_OPTIONS),
  show: medium(READS, LOG_OPTIONS),
  whatchanged: medium(READS, LOG_OPTIONS),
  'rev-list': medium(READS, LOG_OPTIONS),
  shortlog: medium(READS, { ...LOG_OPTIONS, ...flags('-n -s -e --summary --email --numbered'), '--group': text, '-w': optionalText }),
  reflog: medium(READS, LOG_OPTIONS, { actions: { expire: 'deletes history', delete: 'deletes history' } }),
  diff: medium('Reads changes', DIFF_OPTIONS),
  'diff-tree': medium('Reads changes', LOG_OPTIONS),
  'diff-index': medium('Reads changes', DIFF_OPTIONS),
  'diff-files': medium('Reads changes', DIFF_OPTIONS),
  'range-diff': medium('Reads changes', LOG_OPTIONS),
  blame: medium(READS, {
    ...flags(
      '-c -l -t -f -n -p -s -e -w -b --show-name --show-number --porcelain --line-porcelain --show-email --root --incremental',
      '--show-stats --progress',
    ),
    '-L': word,
    '-M -C --abbrev --color-by-age': optionalText,
    '--since --date --ignore-rev': text,
    '--contents -S --ignore-revs-file': path,
  }),
  annotate: medium(READS),
  describe: medium(READS, {
    ...flags('--all --tags --contains --long --always --first-parent --debug --exact-match'),
    '--match --exclude --candidates': text,
    '--dirty --broken --abbrev': optionalText,
  }),
  'rev-parse': medium(READS, {
    ...flags(
      '--show-toplevel --git-dir --is-inside-work-tree --is-bare-repository --show-prefix --show-cdup --verify -q --quiet --all --symbolic',
    ),
    '--abbrev-ref --short --branches --tags --remotes': optionalText,
  }),
  'merge-base': medium(READS, flags('-a --all --octopus --independent --is-ancestor --fork-point')),
  'name-rev': medium(READS, { ...flags('--tags --all --name-only --always'), '--refs --exclude': text }),
  cherry: medium(READS, flags('-v')),
  'for-each-ref': medium(READS, { ...REFERENCE_OPTIONS, '--count --exclude': text }),
  'show-ref': medium(READS, flags('--head --heads --tags -d --dereference --verify -q --quiet -s')),
  'show-branch': medium(READS, LISTING_OPTIONS),
  'ls-files': medium('Lists files', {
    ...flags(
      '-c --cached -d --deleted -o --others -i --ignored -s --stage -u --unmerged -k --killed -m --modified -z -t -v -f',
      '--full-name --eol --deduplicate --exclude-standard --error-unmatch --directory --recurse-submodules',
    ),
    '-x --exclude --exclude-per-directory --format': text,
    '--with-tree': word,
    '-X --exclude-from': path,
    '--abbrev': optionalText,
  }),
  'ls-tree': medium('Lists files', {
    ...flags('-d -r -t -l --long -z --name-only --name-status --object-only --full-name --full-tree'),
    '--format': text,
    '--abbrev': optionalText,
  }),
  'cat-file': medium('Reads files of the history', {
    ...flags('-t -s -p -e --allow-unknown-type'),
    '--path': path,
    '--textconv --filters': dangerous('runs the filters that the repository names'),
    '--batch --batch-check': optionalText,
  }),
  grep: medium('Searches files', {
    ...flags(
      '--cached --untracked -i -w -a -I -v -h -H -E -G -F -P -n -l -L -c -o -q -r -z -p -W --line-number --name-only --count',
      '--all-match --and --or --not --full-name --break --heading --column --recurse-submodules --no-exclude-standard',
      '--exclude-standard',
    ),
    '-e -A -B -C -m --max-count --max-depth --threads --after-context --before-context --context': text,
    '-f': path,
    '--color': optionalText,
    '--no-index': flag,
    '--textconv': dangerous('runs the filters that the repository names'),
    '-O --open-files-in-pager': dangerous(RUNS_PROGRAM, optionalText),
  }),
  'check-ignore': medium('Reads ignore rules', flags('-q -v -z -n --no-index --stdin')),
  'check-attr': medium('Reads attributes', flags('-a --all --cached -z --stdin')),
  'count-objects': medium('Reads the repository', flags('-v -H')),
  fsck: medium(
    'Checks the repository',
    flags('--full --strict --unreachable --dangling --no-dangling --root --tags --cache -v --verbose --progress'),
  ),
  'verify-commit': medium('Checks a signature', flags('-v --raw')),
  'verify-tag': medium('Checks a signature', flags('-v --raw')),
  version: medium('Prints the version', flags('--build-options')),
  help: medium('Prints help, through a pager', flags('-a --all -g --guides -c --config')),
  var: medium('Prints settings', flags('-l')),
}
