// Sub-commands of git that talk to another machine, and those that are refused.
import { dangerous, flag, flags, optionalText, path, text, word } from '../../option-table.ts'
import { high, medium, type SubCommand } from '../../sub-command.ts'
import { HISTORY_EDIT, RUNS_PROGRAM, STRATEGY_OPTIONS, TRANSPORT_OPTIONS } from './git-options.ts'

const NETWORK = { network: true } as const

export const GIT_NETWORK: Readonly<Record<string, SubCommand>> = {
  clone: medium(
    'git.clones',
    {
      ...TRANSPORT_OPTIONS,
      ...flags(
        '-l --local --no-local --no-hardlinks -s --shared -n --no-checkout --bare --mirror --no-single-branch --single-branch',
        '--sparse --no-shallow-submodules --shallow-submodules --dissociate --remote-submodules --also-filter-submodules',
        '--no-tags --reject-shallow',
      ),
      '-b --branch --origin -o --bundle-uri --ref-format': text,
      '-c --config': dangerous('option.sets-program-settings', text),
      '--template': dangerous('option.copies-hooks', path),
      '--reference --reference-if-able': path,
      '--separate-git-dir': dangerous('option.repository-elsewhere', path),
      '-u --upload-pack': dangerous(RUNS_PROGRAM, word),
    },
    NETWORK,
  ),
  fetch: medium('git.fetches', TRANSPORT_OPTIONS, NETWORK),
  pull: medium(
    'git.pulls',
    { ...HISTORY_EDIT, ...TRANSPORT_OPTIONS, ...STRATEGY_OPTIONS, '-s': text, '-r --rebase': optionalText, '--no-rebase': flag },
    NETWORK,
  ),
  push: high(
    'git.pushes',
    {
      ...TRANSPORT_OPTIONS,
      ...flags('-u --set-upstream --follow-tags --no-verify --thin --no-thin --porcelain --mirror -d --delete --branches'),
      '-o --push-option --repo': word,
      '--signed --force-with-lease --force-if-includes': optionalText,
    },
    NETWORK,
  ),
  'ls-remote': high(
    'git.talks-to-machine',
    {
      ...flags('-h --heads -t --tags --branches --refs -q --quiet --exit-code --get-url --symref'),
      '--sort -o --server-option': text,
      '--upload-pack --exec': dangerous(RUNS_PROGRAM, word),
    },
    NETWORK,
  ),
  remote: medium(
    'git.lists-remotes',
    { ...flags('-v --verbose -f --tags --no-tags --all --push --add --delete -a --auto -n --prune -d'), '-t -m --mirror': text },
    {
      actions: {
        add: 'option.changes-where-commits-go',
        'set-url': 'option.changes-where-commits-go',
        rename: 'option.changes-remotes',
        remove: 'option.deletes-remote',
        rm: 'option.deletes-remote',
        'set-head': 'option.changes-remotes',
        'set-branches': 'option.changes-remotes',
        show: 'option.talks-to-machine',
        update: 'option.talks-to-machine',
        prune: 'option.talks-to-machine',
      },
      networkActions: ['show', 'update', 'prune', 'set-head'],
    },
  ),
  submodule: medium(
    'git.reads-submodules',
    { ...TRANSPORT_OPTIONS, ...flags('--init --recursive --remote --cached --checkout --merge --rebase'), '--name --reference': word },
    {
      actions: {
        update: 'option.gets-foreign-code',
        add: 'option.gets-foreign-code',
        foreach: RUNS_PROGRAM,
        deinit: 'option.deletes-files',
        sync: 'option.changes-remotes',
        'set-url': 'option.changes-remotes',
        init: 'option.changes-settings',
        'set-branch': 'option.changes-settings',
        absorbgitdirs: 'option.moves-repositories',
      },
      networkActions: ['update', 'add'],
    },
  ),
  'send-email': high('git.sends-mail', {}, NETWORK),
  'request-pull': high('git.talks-to-machine', {}, NETWORK),
  'imap-send': high('git.sends-mail', {}, NETWORK),
  instaweb: high('git.opens-port-and-browser', {}, NETWORK),
  daemon: high('git.opens-port', {}, NETWORK),
  svn: high('git.talks-to-machine', {}, NETWORK),
  p4: high('git.talks-to-machine', {}, NETWORK),
  lfs: high('git.talks-to-machine', {}, NETWORK),
}

const PASSWORDS = 'git.passwords'

export const GIT_REFUSED: Readonly<Record<string, SubCommand>> = Object.fromEntries(
  ['credential', 'credential-store', 'credential-cache', 'credential-cache--daemon', 'shell', 'http-backend'].map((name) => [
    name,
    high(PASSWORDS, {}, { refused: PASSWORDS }),
  ]),
)
