// Sub-commands of git that change files, the index, the history or the settings.
import { dangerous, flag, flags, optionalText, output, path, text, word } from '../../option-table.ts'
import { high, medium, type SubCommand } from '../../sub-command.ts'
import {
  DIFF_OPTIONS,
  HISTORY_EDIT,
  LISTING_OPTIONS,
  LOG_OPTIONS,
  MESSAGE_OPTIONS,
  REFERENCE_OPTIONS,
  RUNS_PROGRAM,
  STRATEGY_OPTIONS,
} from './git-options.ts'

const deletes = dangerous('option.deletes-work')

export const GIT_CHANGING: Readonly<Record<string, SubCommand>> = {
  add: medium('git.changes-index', {
    ...flags(
      '-A --all -u --update -N --intent-to-add -n --dry-run -v --verbose -p --patch -i -e --refresh --ignore-errors --renormalize --no-all',
    ),
    '-f --force': dangerous('option.adds-ignored-files'),
    '--chmod': text,
    '--pathspec-from-file': path,
  }),
  commit: medium('git.commits', {
    ...flags(
      '-a --all -v --verbose -q --quiet -s --signoff --amend --allow-empty --allow-empty-message --no-edit -e --edit',
      '--dry-run -p --patch -i -o --only --include --short --status --no-status --reset-author --porcelain --no-gpg-sign',
      '--branch --long -z',
    ),
    ...MESSAGE_OPTIONS,
    '--author --date -C -c --reuse-message --reedit-message --fixup --squash --trailer --cleanup': text,
    '-u --untracked-files': optionalText,
    '-t --template --pathspec-from-file': path,
    '-S --gpg-sign': dangerous(RUNS_PROGRAM, optionalText),
    '-n --no-verify': dangerous('option.skips-checks'),
  }),
  init: medium('git.creates-repository', {
    ...flags('-q --quiet --bare'),
    '-b --initial-branch --object-format': text,
    '--shared': optionalText,
    '--template': dangerous('option.copies-hooks', path),
    '--separate-git-dir': dangerous('option.repository-elsewhere', path),
  }),
  mv: medium('git.moves-files', flags('-f --force -k -n --dry-run -v --verbose')),
  branch: medium('git.lists-or-changes-branches', {
    ...LISTING_OPTIONS,
    ...REFERENCE_OPTIONS,
    '-c -m --copy --move --edit-description --unset-upstream --no-track --create-reflog': flag,
    '-t --track': optionalText,
    '-u --set-upstream-to': text,
    '-d -D --delete -f --force -M -C': deletes,
  }),
  tag: medium('git.lists-or-makes-tags', {
    ...LISTING_OPTIONS,
    ...REFERENCE_OPTIONS,
    ...flags('-a --annotate -n --create-reflog'),
    ...MESSAGE_OPTIONS,
    '-s -u --sign --local-user': dangerous(RUNS_PROGRAM),
    '-d --delete -f --force': deletes,
    '--cleanup': text,
  }),
  switch: medium('git.switches-branch', {
    ...flags('-d --detach -q --quiet --progress --no-progress -t --no-track --guess --no-guess -m --merge --ignore-other-worktrees'),
    '-c --create --orphan --conflict': text,
    '-C --force-create': { ...deletes, takes: 'value', kind: 'text' },
    '--track': optionalText,
    '-f --force --discard-changes': deletes,
  }),
  checkout: medium(
    'git.changes-state',
    {
      ...flags('-d --detach -q --quiet --progress -t --no-track --guess --no-guess -m --merge --ours --theirs -l -p --patch'),
      '-b --orphan --conflict': text,
      '-B': { ...deletes, takes: 'value', kind: 'text' },
      '--track': optionalText,
      '--pathspec-from-file': path,
      '-f --force': deletes,
    },
    { discardsPaths: true },
  ),
  merge: medium('git.merges', {
    ...HISTORY_EDIT,
    ...MESSAGE_OPTIONS,
    ...STRATEGY_OPTIONS,
    '-s': text,
    '--no-verify': dangerous('option.skips-checks'),
  }),
  'cherry-pick': medium('git.commits', { ...HISTORY_EDIT, ...STRATEGY_OPTIONS, '-m --mainline': text }),
  revert: medium('git.commits', { ...HISTORY_EDIT, ...STRATEGY_OPTIONS, '-m --mainline': text }),
  rebase: medium('git.rewrites-commits', {
    ...HISTORY_EDIT,
    ...STRATEGY_OPTIONS,
    '-s': text,
    '--onto': word,
    '-i --interactive --root --autosquash --keep-base --update-refs': flag,
    '-x --exec': dangerous(RUNS_PROGRAM, text),
  }),
  stash: medium(
    'git.stashes',
    {
      ...DIFF_OPTIONS,
      ...flags('-u --include-untracked -k --keep-index --no-keep-index --index -S --staged --only-untracked'),
      '-a --all': flag,
      '-m --message': text,
    },
    { actions: { drop: 'option.deletes-stashed-work', clear: 'option.deletes-stashed-work' } },
  ),
  notes: medium(
    'git.reads-or-changes-notes',
    { ...MESSAGE_OPTIONS, '--ref': text },
    { actions: { remove: 'option.deletes-notes', prune: 'option.deletes-notes' } },
  ),
  reset: medium('git.changes-index-or-branch', {
    ...flags('--mixed --soft -N -q --quiet -p --patch'),
    '--hard --merge --keep': deletes,
    '--pathspec-from-file': path,
  }),
  restore: high('git.discards-changes', {
    ...flags('-S --staged -W --worktree -q --quiet -p --patch --ours --theirs -m --merge --overlay --no-overlay'),
    '-s --source': word,
    '--pathspec-from-file': path,
  }),
  clean: high('git.deletes-untracked', {
    ...flags('-d -f --force -i -n --dry-run -q --quiet -x -X'),
    '-e --exclude': text,
  }),
  rm: high('git.deletes-files', {
    ...flags('-f --force -n --dry-run -r --cached --ignore-unmatch -q --quiet'),
    '--pathspec-from-file': path,
  }),
  apply: high('git.applies-patch', {
    ...flags(
      '--stat --numstat --summary --check --index --cached -3 --3way -R --reverse --reject --recount --whitespace -v --unsafe-paths',
    ),
    '-p -C --exclude --include': text,
    '--directory --build-fake-ancestor': path,
  }),
  am: high('git.applies-patches', {
    ...HISTORY_EDIT,
    '-3 --3way': flag,
    '-p -C --exclude --include': text,
    '--directory': path,
  }),
  worktree: high('git.working-folders', {
    ...flags('-f --force --detach --checkout --lock --porcelain -v'),
    '-b -B --reason': text,
  }),
  gc: high('git.packs-and-deletes-unused', {
    ...flags('--aggressive --auto -q --quiet --force --no-prune'),
    '--prune': optionalText,
  }),
  prune: high('git.deletes-unused'),
  repack: high('git.packs'),
  'update-index': high('git.changes-index', { '--cacheinfo --chmod': text }),
  'update-ref': high('git.changes-references', { '-m': text }),
  'symbolic-ref': high('git.changes-references', { '-m': text }),
  'hash-object': high(
    'git.stores-file',
    { ...flags('-w --stdin --stdin-paths --no-filters --literally'), '-t': text, '--path': path },
    { operands: 'path' },
  ),
  'checkout-index': high('git.writes-files', {
    ...flags('-a --all -f --force -n -q -u --index -z --stdin --temp'),
    '--prefix': output('option.writes-files'),
    '--stage': text,
  }),
  'read-tree': high('git.changes-index', { '--prefix': output('option.writes-files'), '--index-output': output('option.writes-file') }),
  'format-patch': high('git.writes-patches', {
    ...LOG_OPTIONS,
    ...flags('-k -n -N -s --stdout --thread --no-attach --cover-letter'),
    '-o --output-directory': output('option.writes-files'),
    '--subject-prefix --start-number --suffix --to --cc --in-reply-to -v --reroll-count': text,
    '--signature-file': path,
  }),
  archive: high('git.writes-archive', {
    ...flags('-l --list -v --verbose --worktree-attributes -0 -1 -2 -3 -4 -5 -6 -7 -8 -9'),
    '--format --prefix --mtime': text,
    '-o --output': output('option.writes-file'),
    '--add-file': path,
    '--remote': { ...dangerous('option.talks-to-repository', word), network: true },
    '--exec': dangerous(RUNS_PROGRAM, text),
  }),
  bundle: high('git.bundle', flags('--all -q --quiet --progress --version')),
  bisect: medium(
    'git.searches-history',
    { '--term-old --term-new': text, '--no-checkout --first-parent': flag },
    { actions: { run: RUNS_PROGRAM, visualize: RUNS_PROGRAM, view: RUNS_PROGRAM } },
  ),
  config: high('command.program-settings', {
    ...flags(
      '--local --worktree -l --list --get --get-all --get-regexp --add --unset --unset-all --replace-all --rename-section',
      '--remove-section -z --name-only --show-origin --show-scope --bool --int --includes --no-includes -e --edit',
      '--get-urlmatch',
    ),
    '--type --default --comment --value --url': text,
    '-f --file': path,
    '--blob': word,
    '--global --system': { refuses: 'PATH_OUTSIDE_WORKSPACE', reason: 'advice.settings-outside' },
  }),
  difftool: high(RUNS_PROGRAM, {
    ...DIFF_OPTIONS,
    '-x --extcmd -t --tool': dangerous(RUNS_PROGRAM, text),
    '-y --no-prompt -g --gui -d --dir-diff': flag,
  }),
  mergetool: high(RUNS_PROGRAM, { '-t --tool': text, '-O': path, '-y --no-prompt': flag }),
  'filter-branch': high(RUNS_PROGRAM, {
    '--setup --env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter --original': text,
    '--subdirectory-filter -d': path,
    '-f --force --prune-empty': flag,
  }),
  hook: high('git.runs-hooks', { '--ignore-missing': flag, '--to-stdin': path }),
  maintenance: high('git.schedules'),
}
