// The sub-commands of npm and the options that any of them may carry. npm reads options anywhere before `--`.
import { dangerous, flags, type Options, optionalText, path, text, word } from '../option-table.ts'
import type { SubCommand } from '../sub-command.ts'

const medium = (reason: string, more: Partial<SubCommand> = {}): SubCommand => ({ risk: 'MEDIUM', reason, options: {}, ...more })
const high = (reason: string, more: Partial<SubCommand> = {}): SubCommand => ({ risk: 'HIGH', reason, options: {}, ...more })
const rows = (names: string, command: SubCommand): Record<string, SubCommand> =>
  Object.fromEntries(names.split(' ').map((name) => [name, command]))

const NETWORK = { network: true } as const
const RUNS_PROGRAM = 'names a program to run'

/** Anything else is text for npm or for a script, and not understood. `--no-x` switches x off. */
export const NPM_OPTIONS: Options = {
  ...flags(
    '-D --save-dev -S --save -P --save-prod -O --save-optional -E --save-exact -B --save-bundle --no-save --save-peer --no-package-lock',
  ),
  ...flags('--ignore-scripts --no-audit --audit --no-fund --fund --dry-run --json --long -l --parseable -p --all -a --package-lock-only'),
  ...flags('--legacy-peer-deps --strict-peer-deps --prefer-offline --offline --prefer-online --prefer-dedupe --no-bin-links --production'),
  ...flags(
    '--if-present --silent -s --quiet -q -d -dd -ddd --verbose --version -v --help -h -y --yes -n --no --force -f --foreground-scripts',
  ),
  ...flags('--workspaces --ws --include-workspace-root --iwr --no-workspaces --link --depth=0 --no-color --color --unicode --no-progress'),
  ...flags('--progress --no-optional --no-git-tag-version --allow-same-version --no-commit-hooks --install-links --diff-ignore-all-space'),
  '-w --workspace': word,
  '--omit --include --depth --loglevel --tag --access --otp --preid --scope --audit-level --searchlimit --install-strategy --before': text,
  '--cpu --os --libc --expect-result-count --diff --message -m --fetch-timeout --fetch-retries --maxsockets --init-version': text,
  '-C --prefix': dangerous('works on another folder', path),
  '--pack-destination': dangerous('writes files elsewhere', path),
  '--cache --userconfig --globalconfig --logs-dir --tmp --init-module --cafile --local-prefix': dangerous(
    'names files that npm obeys',
    path,
  ),
  '-g --global': dangerous('changes programs of the whole machine'),
  '--location': dangerous('may change programs of the whole machine', text),
  '-c --call': dangerous('runs a shell line', text),
  '--script-shell --shell --editor --viewer --browser --git --node-gyp --python --node-options': dangerous(RUNS_PROGRAM, text),
  '--registry --proxy --https-proxy --noproxy --replace-registry-host': dangerous('takes packages from elsewhere', text),
  '--package': dangerous('gets foreign code', text),
  '--no-strict-ssl --unsafe-perm --no-engine-strict': dangerous('switches a protection off'),
  '--strict-ssl': { ...dangerous('may switch a protection off', optionalText) },
}

const INSTALLS = medium('Gets packages from the internet and runs their scripts', NETWORK)
const RUNS = medium('Runs a script of the workspace')
const SHOWS = medium('Reads the packages of the workspace')
const REGISTRY = high('Talks to the registry', NETWORK)
const ACCOUNT = high('Uses the account of the person at the registry', NETWORK)
const PROGRAM = high('Gets and runs a program', NETWORK)

export const NPM_COMMANDS: Readonly<Record<string, SubCommand>> = {
  ...rows('install i in ins inst insta instal isnt isnta isntal isntall add ci clean-install ic install-clean isntall-clean', INSTALLS),
  ...rows('install-test it install-ci-test cit clean-install-test sit update u up upgrade udpate dedupe ddp', INSTALLS),
  ...rows('uninstall unlink remove rm r un prune rebuild rb', medium('Changes the packages of the workspace and runs their scripts')),
  ...rows('run run-script rum urn test t tst start stop restart', RUNS),
  ...rows('ls list la ll explain why root prefix bin query fund find-dupes', SHOWS),
  ...rows('help hlep help-search completion get', medium('Shows help or settings of npm')),
  ...rows('version verison', medium('Changes the version in package.json, commits and tags it, and runs scripts of the workspace')),
  shrinkwrap: medium('Writes npm-shrinkwrap.json, which decides what is installed'),
  pkg: medium('Reads package.json', {
    actions: { set: 'changes package.json, which npm runs', delete: 'changes package.json, which npm runs', fix: 'changes package.json' },
  }),
  pack: medium('Packs the workspace and runs its scripts'),
  // `npm init NAME` gets and runs create-NAME.
  ...rows('init create innit', medium('Writes package.json')),
  ...rows('view info show v outdated search s se find ping doctor repo docs home bugs issues diff', REGISTRY),
  audit: high('Talks to the registry', { ...NETWORK, actions: { fix: 'changes the packages of the workspace and runs their scripts' } }),
  ...rows(
    'publish unpublish deprecate undeprecate dist-tag dist-tags owner author access team org ogr hook token login adduser add-user',
    ACCOUNT,
  ),
  ...rows('logout profile whoami star stars unstar sbom trust stage', ACCOUNT),
  ...rows('exec x', PROGRAM),
  ...rows('explore edit', high('Runs a shell or an editor')),
  ...rows('link ln', high('Changes programs of the whole machine')),
  ...rows('config c set', high('Reads or changes settings, which can name programs to run')),
  ...rows('approve-scripts deny-scripts install-scripts', high('Changes which scripts of packages run')),
  'set-script': high('Changes package.json, which npm runs'),
  cache: high('Changes the cache'),
}
