// Options of git that several sub-commands share. git is never LOW, so these tables only separate text from paths, and name what raises the
// risk to HIGH.
import { dangerous, flags, type Options, optionalText, output, path, text, word } from '../../option-table.ts'

const optionalWord = { takes: 'optional', kind: 'word' } as const

export const RUNS_PROGRAM = 'option.runs-program'
const RUNS_DRIVERS = 'option.runs-diff-programs'

/** Options before the sub-command. */
export const GIT_GLOBAL: Options = {
  ...flags('-P --no-pager --no-replace-objects --no-lazy-fetch --no-optional-locks --no-advice'),
  ...flags('--literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs -v --version -h --help'),
  ...flags('--html-path --man-path --info-path'),
  '-C': path,
  '-c --config-env': dangerous('option.changes-program-settings', { takes: 'value', kind: 'text' }),
  '--exec-path': dangerous('option.replaces-git-programs', { takes: 'optional', kind: 'word' }),
  '-p --paginate': dangerous('option.runs-pager'),
  '--git-dir --work-tree': dangerous('option.other-repository', path),
  '--bare': dangerous('option.other-repository'),
  '--namespace --super-prefix --attr-source --list-cmds': dangerous('option.other-references', word),
}

export const DIFF_OPTIONS: Options = {
  ...flags(
    '-p -u --patch -s --no-patch --raw --patch-with-raw --patch-with-stat --indent-heuristic --no-indent-heuristic --minimal --patience',
  ),
  ...flags('--histogram --numstat --shortstat --summary --compact-summary --name-only --name-status --no-color --no-color-moved -z'),
  ...flags('--no-color-moved-ws --no-renames --check --full-index --binary --no-prefix --default-prefix -a --text -b -w -R -W'),
  ...flags('--ignore-space-change --ignore-all-space --ignore-space-at-eol --ignore-cr-at-eol --ignore-blank-lines --function-context'),
  ...flags('--pickaxe-all --pickaxe-regex --exit-code --quiet -q --no-ext-diff --no-textconv --ita-invisible-in-index --no-relative'),
  ...flags('--cached --staged --merge-base --no-index -0 -1 -2 -3 --base --ours --theirs --cc --combined-all-paths -c -m -t --full-diff'),
  '--stat --dirstat --cumulative --color --color-moved --color-moved-ws --color-words --word-diff --abbrev --submodule': optionalText,
  '-M --find-renames -C --find-copies -B --break-rewrites -X --find-copies-harder --relative --ignore-submodules': optionalText,
  '-U --unified -G -S --word-diff-regex --diff-filter --diff-algorithm --inter-hunk-context --ws-error-highlight --anchored': text,
  '--src-prefix --dst-prefix --line-prefix --stat-width --stat-name-width --stat-count -l --find-object --rotate-to --skip-to': text,
  '-O': path,
  '--output': output('option.writes-file'),
  '--ext-diff --textconv': dangerous(RUNS_DRIVERS),
}

export const LOG_OPTIONS: Options = {
  ...DIFF_OPTIONS,
  ...flags('--oneline --graph --no-graph --all --reverse --follow --no-merges --merges --first-parent --show-signature --no-decorate'),
  ...flags('--date-order --topo-order --author-date-order --no-walk --walk-reflogs -g --left-right --left-only --right-only --cherry-pick'),
  ...flags('--cherry-mark --cherry --boundary --simplify-by-decoration --full-history --dense --sparse --simplify-merges --ancestry-path'),
  ...flags('--show-pulls --regexp-ignore-case -i -E -F --extended-regexp --fixed-strings -P --perl-regexp --basic-regexp --invert-grep'),
  ...flags(
    '--all-match --abbrev-commit --no-abbrev-commit --parents --children --relative-date --source --use-mailmap --mailmap --no-notes',
  ),
  ...flags('--not --reflog --count --objects --stdin --clear-decorations --root --no-expand-tabs --log-size -4 -5 -6 -7 -8 -9'),
  '-n --max-count --skip --since --after --until --before --since-as-filter --author --committer --grep --grep-reflog --min-parents': text,
  '--max-parents --date --encoding --decorate-refs --decorate-refs-exclude --exclude --glob': text,
  '--format': text,
  '--pretty --decorate --branches --tags --remotes --notes --show-notes --expand-tabs --exclude-hidden --diff-merges': optionalText,
  '-L': word,
}

/** Options for fetching whose value is the name of a program, run on the remote side or here. */
export const TRANSPORT_OPTIONS: Options = {
  ...flags('--all -a --append --atomic -f --force -k --keep -p --prune -P --prune-tags -n --no-tags -t --tags -m --multiple --dry-run'),
  ...flags('-u --update-head-ok --progress --no-progress -q --quiet -v --verbose -4 --ipv4 -6 --ipv6 --unshallow --update-shallow'),
  ...flags(
    '--set-upstream --show-forced-updates --no-show-forced-updates --no-recurse-submodules --write-fetch-head --no-write-fetch-head',
  ),
  '--depth --deepen --shallow-since --shallow-exclude --refmap --filter --negotiation-tip -j --jobs -o --server-option --branch -b': text,
  '--recurse-submodules': optionalWord,
  '--upload-pack --receive-pack --exec': dangerous(RUNS_PROGRAM, word),
}

export const HISTORY_EDIT = flags(
  '-n --no-commit -x -s --signoff --ff --continue --abort --quit --skip -e --edit --no-edit --allow-empty --squash',
  '--no-ff --ff-only -q -v --stat --autostash',
)
export const MESSAGE_OPTIONS: Options = { '-m --message': text, '-F --file': path }
export const STRATEGY_OPTIONS: Options = {
  '--strategy -X --strategy-option --into-name --cleanup': text,
  '-S --gpg-sign': dangerous(RUNS_PROGRAM, optionalText),
}
export const LISTING_OPTIONS = flags(
  '-a --all -r --remotes -v -vv --verbose -q --quiet --show-current --list -l --no-color -i --ignore-case --column --no-column',
)
export const REFERENCE_OPTIONS: Options = {
  '--sort --format --points-at': text,
  '--contains --no-contains --merged --no-merged --color --abbrev': optionalText,
}
