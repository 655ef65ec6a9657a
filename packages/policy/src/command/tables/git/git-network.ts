// Sub-commands of git that talk to another machine, and those that are refused.
import { dangerous, flag, flags, optionalText, path, text, word } from '../../option-table.ts'
import { high, medium, type SubCommand } from '../../sub-command.ts'
import { HISTORY_EDIT, RUNS_PROGRAM, STRATEGY_OPTIONS, TRANSPORT_OPTIONS } from './git-options.ts'

const NETWORK = { network: true } as const

export const GIT_NETWORK: Readonly<Record<string, SubCommand>> = {
  clone: medium(
    'Copies a repository from the internet',
    {
      ...TRANSPORT_OPTIONS,
      ...flags(
        '-l --local --no-local --no-hardlinks -s --shared -n --no-checkout --bare --mirror --no-single-branch --single-branch',
        '--sparse --no-shallow-submodules --shallow-submodules --dissociate --remote-submodules --also-filter-submodules',
        '--no-tags --reject-shallow',
      ),
      '-b --branch --origin -o --bundle-uri --ref-format': text,
      '-c --config': dangerous('sets settings, which can name programs to run', text),
      '--template': dangerous('copies hooks', path),
      '--reference --reference-if-able': path,
      '--separate-git-dir': dangerous('places the repository elsewhere', path),
      '-u --upload-pack': dangerous(RUNS_PROGRAM, word),
    },
    NETWORK,
  ),
  fetch: medium('Gets commits from the internet', TRANSPORT_OPTIONS, NETWORK),
  pull: medium(
    'Gets commits from the internet, merges them, and runs the hooks of the repository',
    { ...HISTORY_EDIT, ...TRANSPORT_OPTIONS, ...STRATEGY_OPTIONS, '-s': text, '-r --rebase': optionalText, '--no-rebase': flag },
    NETWORK,
  ),
  push: high(
    'Sends commits to another machine',
    {
      ...TRANSPORT_OPTIONS,
      ...flags('-u --set-upstream --follow-tags --no-verify --thin --no-thin --porcelain --mirror -d --delete --branches'),
      '-o --push-option --repo': word,
      '--signed --force-with-lease --force-if-includes': optionalText,
    },
    NETWORK,
  ),
  'ls-remote': high(
    'Talks to another machine',
    {
      ...flags('-h --heads -t --tags --branches --refs -q --quiet --exit-code --get-url --symref'),
      '--sort -o --server-option': text,
      '--upload-pack --exec': dangerous(RUNS_PROGRAM, word),
    },
    NETWORK,
  ),
  remote: medium(
    'Lists remotes',
    { ...flags('-v --verbose -f --tags --no-tags --all --push --add --delete -a --auto -n --prune -d'), '-t -m --mirror': text },
    {
      actions: {
        add: 'changes where commits go',
        'set-url': 'changes where commits go',
        rename: 'changes remotes',
        remove: 'deletes a remote',
        rm: 'deletes a remote',
        'set-head': 'changes remotes',
        'set-branches': 'changes remotes',
        show: 'talks to another machine',
        update: 'talks to another machine',
        prune: 'talks to another machine',
      },
      networkActions: ['show', 'update', 'prune', 'set-head'],
    },
  ),
  submodule: medium(
    'Reads submodules',
    { ...TRANSPORT_OPTIONS, ...flags('--init --recursive --remote --cached --checkout --merge --rebase'), '--name --reference': word },
    {
      actions: {
        update: 'gets foreign code',
        add: 'gets foreign code',
        foreach: RUNS_PROGRAM,
        deinit: 'deletes files',
        sync: 'changes remotes',
        'set-url': 'changes remotes',
        init: 'changes settings',
        'set-branch': 'changes settings',
        absorbgitdirs: 'moves repositories',
      },
      networkActions: ['update', 'add'],
    },
  ),
  'send-email': high('Sends mail', {}, NETWORK),
  'request-pull': high('Talks to another machine', {}, NETWORK),
  'imap-send': high('Sends mail', {}, NETWORK),
  instaweb: high('Opens a port and a browser', {}, NETWORK),
  daemon: high('Opens a port', {}, NETWORK),
  svn: high('Talks to another machine', {}, NETWORK),
  p4: high('Talks to another machine', {}, NETWORK),
  lfs: high('Talks to another machine', {}, NETWORK),
}

const PASSWORDS = 'It prints or stores passwords.'

export const GIT_REFUSED: Readonly<Record<string, SubCommand>> = Object.fromEntries(
  ['credential', 'credential-store', 'credential-cache', 'credential-cache--daemon', 'shell', 'http-backend'].map((name) => [
    name,
    high(PASSWORDS, {}, { refused: PASSWORDS }),
  ]),
)
