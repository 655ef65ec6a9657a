// The sub-commands of npm and the options that any of them may have. npm accepts options anywhere before `--`.
import type { PlainFormName } from '@countersign/protocol'
import { dangerous, flags, type Options, optionalText, path, text, word } from '../option-table.ts'
import type { SubCommand } from '../sub-command.ts'

const medium = (reason: PlainFormName, more: Partial<SubCommand> = {}): SubCommand => ({ risk: 'MEDIUM', reason, options: {}, ...more })
const high = (reason: PlainFormName, more: Partial<SubCommand> = {}): SubCommand => ({ risk: 'HIGH', reason, options: {}, ...more })
const rows = (names: string, command: SubCommand): Record<string, SubCommand> =>
  Object.fromEntries(names.split(' ').map((name) => [name, command]))

const NETWORK = { network: true } as const
const RUNS_PROGRAM = 'option.names-program'

/** Anything else is text for npm or for a script, and is not understood. `--no-x` switches x off. */
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
  '-C --prefix': dangerous('option.other-folder', path),
  '--pack-destination': dangerous('option.writes-files-elsewhere', path),
  '--cache --userconfig --globalconfig --logs-dir --tmp --init-module --cafile --local-prefix': dangerous('option.obeyed-files', path),
  '-g --global': dangerous('option.changes-machine-programs'),
  '--location': dangerous('option.may-change-machine-programs', text),
  '-c --call': dangerous('option.runs-shell-line', text),
  '--script-shell --shell --editor --viewer --browser --git --node-gyp --python --node-options': dangerous(RUNS_PROGRAM, text),
  '--registry --proxy --https-proxy --noproxy --replace-registry-host': dangerous('option.packages-from-elsewhere', text),
  '--package': dangerous('option.gets-foreign-code', text),
  '--no-strict-ssl --unsafe-perm --no-engine-strict': dangerous('option.switches-protection-off'),
  '--strict-ssl': { ...dangerous('option.may-switch-protection-off', optionalText) },
}

const INSTALLS = medium('command.npm-installs', NETWORK)
const RUNS = medium('command.runs-script')
const SHOWS = medium('command.npm-shows')
const REGISTRY = high('command.npm-registry', NETWORK)
const ACCOUNT = high('command.npm-account', NETWORK)
const PROGRAM = high('command.npm-program', NETWORK)

export const NPM_COMMANDS: Readonly<Record<string, SubCommand>> = {
  ...rows('install i in ins inst insta instal isnt isnta isntal isntall add ci clean-install ic install-clean isntall-clean', INSTALLS),
  ...rows('install-test it install-ci-test cit clean-install-test sit update u up upgrade udpate dedupe ddp', INSTALLS),
  ...rows('uninstall unlink remove rm r un prune rebuild rb', medium('command.npm-changes-packages')),
  ...rows('run run-script rum urn test t tst start stop restart', RUNS),
  ...rows('ls list la ll explain why root prefix bin query fund find-dupes', SHOWS),
  ...rows('help hlep help-search completion get', medium('command.npm-help')),
  ...rows('version verison', medium('command.npm-version')),
  shrinkwrap: medium('command.npm-shrinkwrap'),
  pkg: medium('command.npm-reads-package-json', {
    actions: {
      set: 'option.changes-package-json-npm-runs',
      delete: 'option.changes-package-json-npm-runs',
      fix: 'option.changes-package-json',
    },
  }),
  pack: medium('command.npm-packs'),
  // `npm init NAME` downloads and runs create-NAME.
  ...rows('init create innit', medium('command.npm-writes-package-json')),
  ...rows('view info show v outdated search s se find ping doctor repo docs home bugs issues diff', REGISTRY),
  audit: high('command.npm-registry', { ...NETWORK, actions: { fix: 'option.changes-packages' } }),
  ...rows(
    'publish unpublish deprecate undeprecate dist-tag dist-tags owner author access team org ogr hook token login adduser add-user',
    ACCOUNT,
  ),
  ...rows('logout profile whoami star stars unstar sbom trust stage', ACCOUNT),
  ...rows('exec x', PROGRAM),
  ...rows('explore edit', high('command.npm-shell')),
  ...rows('link ln', high('command.npm-machine')),
  ...rows('config c set', high('command.program-settings')),
  ...rows('approve-scripts deny-scripts install-scripts', high('command.npm-scripts')),
  'set-script': high('command.npm-changes-package-json'),
  cache: high('command.npm-cache'),
}
