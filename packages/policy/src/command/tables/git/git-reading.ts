// Sub-commands of git that read. They are MEDIUM all the same, because filters and pagers of the repository may run.
import { dangerous, flag, flags, optionalText, path, text, word } from '../../option-table.ts'
import { medium, type SubCommand } from '../../sub-command.ts'
import { DIFF_OPTIONS, LISTING_OPTIONS, LOG_OPTIONS, REFERENCE_OPTIONS, RUNS_PROGRAM } from './git-options.ts'

const READS = 'git.reads-history'

export const GIT_READING: Readonly<Record<string, SubCommand>> = {
  status: medium('git.reads-state', {
    ...flags('-s --short -b --branch -v --verbose -z --long --show-stash --ahead-behind --no-ahead-behind --no-renames --null'),
    '--porcelain -u --untracked-files --ignored --ignore-submodules --column --find-renames': optionalText,
  }),
  log: medium(READS, LOG_OPTIONS),
  show: medium(READS, LOG_OPTIONS),
  whatchanged: medium(READS, LOG_OPTIONS),
  'rev-list': medium(READS, LOG_OPTIONS),
  shortlog: medium(READS, { ...LOG_OPTIONS, ...flags('-n -s -e --summary --email --numbered'), '--group': text, '-w': optionalText }),
  reflog: medium(READS, LOG_OPTIONS, { actions: { expire: 'option.deletes-history', delete: 'option.deletes-history' } }),
  diff: medium('git.reads-changes', DIFF_OPTIONS),
  'diff-tree': medium('git.reads-changes', LOG_OPTIONS),
  'diff-index': medium('git.reads-changes', DIFF_OPTIONS),
  'diff-files': medium('git.reads-changes', DIFF_OPTIONS),
  'range-diff': medium('git.reads-changes', LOG_OPTIONS),
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
  'ls-files': medium('git.lists-files', {
    ...flags(
      '-c --cached -d --deleted -o --others -i --ignored -s --stage -u --unmerged -k --killed -m --modified -z -t -v -f',
      '--full-name --eol --deduplicate --exclude-standard --error-unmatch --directory --recurse-submodules',
    ),
    '-x --exclude --exclude-per-directory --format': text,
    '--with-tree': word,
    '-X --exclude-from': path,
    '--abbrev': optionalText,
  }),
  'ls-tree': medium('git.lists-files', {
    ...flags('-d -r -t -l --long -z --name-only --name-status --object-only --full-name --full-tree'),
    '--format': text,
    '--abbrev': optionalText,
  }),
  'cat-file': medium('git.reads-history-files', {
    ...flags('-t -s -p -e --allow-unknown-type'),
    '--path': path,
    '--textconv --filters': dangerous('option.runs-filters'),
    '--batch --batch-check': optionalText,
  }),
  grep: medium('git.searches-files', {
    ...flags(
      '--cached --untracked -i -w -a -I -v -h -H -E -G -F -P -n -l -L -c -o -q -r -z -p -W --line-number --name-only --count',
      '--all-match --and --or --not --full-name --break --heading --column --recurse-submodules --no-exclude-standard',
      '--exclude-standard',
    ),
    '-e -A -B -C -m --max-count --max-depth --threads --after-context --before-context --context': text,
    '-f': path,
    '--color': optionalText,
    '--no-index': flag,
    '--textconv': dangerous('option.runs-filters'),
    '-O --open-files-in-pager': dangerous(RUNS_PROGRAM, optionalText),
  }),
  'check-ignore': medium('git.reads-ignore-rules', flags('-q -v -z -n --no-index --stdin')),
  'check-attr': medium('git.reads-attributes', flags('-a --all --cached -z --stdin')),
  'count-objects': medium('git.reads-repository', flags('-v -H')),
  fsck: medium(
    'git.checks-repository',
    flags('--full --strict --unreachable --dangling --no-dangling --root --tags --cache -v --verbose --progress'),
  ),
  'verify-commit': medium('git.checks-signature', flags('-v --raw')),
  'verify-tag': medium('git.checks-signature', flags('-v --raw')),
  version: medium('git.prints-version', flags('--build-options')),
  help: medium('git.prints-help', flags('-a --all -g --guides -c --config')),
  var: medium('git.prints-settings', flags('-l')),
}
