// Package managers of JavaScript. Even `--version` obeys the settings of the workspace (.npmrc, packageManager): nothing of it is LOW.
import { flags, type Options, text, word } from '../../../command/option-table.ts'
import type { Program, ProgramRow } from '../../program.ts'
import { raise, row } from '../row.ts'

/** Scripts that by their usual meaning go on until they are ended. */
const SERVING = ['dev', 'serve', 'start', 'watch', 'preview', 'storybook'] as const

/** `X run dev`, and `X dev` where the program runs a script by its name. The script's name is the last word of the row. */
const servingScripts = (program: string, run: string, byName: boolean): ProgramRow[] =>
  SERVING.flatMap((name) => [
    row(`${run} ${name}`, 'serves', `${program} run ${name}`, `${program} publish`, { script: 'package' }),
    ...(byName || name === 'start' ? [row(name, 'serves', `${program} ${name}`, `${program} publish`, { script: 'package' })] : []),
  ])

/** Where code or packages come from, or what runs them: they make any sub-command HIGH. */
const TAKES_OVER = {
  ...raise('code', '--script-shell --shell --node-options --userconfig --globalconfig --use-node-version'),
  ...raise('sends', '--registry --proxy --https-proxy'),
  ...raise('installs', '-g --global --location --global-dir --global-bin-dir'),
}
const ELSEWHERE: Options = { '--registry --proxy --https-proxy --location --script-shell --shell --node-options --loglevel': text }
const CONFIGURED: Options = { '--userconfig --globalconfig --cache': word }

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
const NPM: Program = {
  names: 'npm',
  toolchain: 'utility',
  options: {
    ...ELSEWHERE,
    ...CONFIGURED,
    ...flags(
      '-s --silent -q --quiet -d --verbose --no-audit --no-fund --offline --prefer-offline --ignore-scripts --no-color --color --json',
    ),
    ...flags('--workspaces --ws --include-workspace-root --if-present --legacy-peer-deps --force -f --no-update-notifier --no-progress'),
    ...flags('-g --global --long -l'),
    '--prefix -C -w --workspace': word,
  },
  raises: TAKES_OVER,
  rows: [
    row('run|run-script|rum|urn', 'builds', 'npm run build', 'npm run dev', {
      script: 'package',
      options: { '-w --workspace --prefix': word },
    }),
    ...servingScripts('npm', 'run|run-script|rum|urn', false),
    row('test|t|tst', 'builds', 'npm test', 'npm install-test', { script: 'package' }),
    row('stop', 'builds', 'npm stop', 'npm start', { script: 'package' }),
    row('restart', 'serves', 'npm restart', 'npm publish', { script: 'package' }),
    row('exec|x', 'builds', 'npm exec tsc', 'npm exec --yes tsc', {
      runs: 'program',
      readsBehind: true,
      options: { ...flags('-y --yes --no'), '-p --package -c --call': text },
      raises: { ...raise('fetches', '-y --yes -p --package'), ...raise('code', '-c --call') },
    }),
    row('install|i|in|ins|inst|insta|instal|isnt|isnta|isntal|isntall|add', 'fetches', 'npm install', 'npm install -g typescript'),
    row('ci|clean-install|ic|install-clean|isntall-clean', 'fetches', 'npm ci', 'npm ci --registry http://x'),
    row('install-test|it|install-ci-test|cit|clean-install-test|sit', 'fetches', 'npm cit', 'npm publish'),
    row('update|u|up|upgrade|udpate|dedupe|ddp|find-dupes', 'fetches', 'npm update', 'npm update -g'),
    row('uninstall|unlink|remove|rm|r|un', 'builds', 'npm uninstall zod', 'npm uninstall -g zod'),
    row('prune|rebuild|rb|shrinkwrap|pack', 'builds', 'npm pack', 'npm publish', { options: { '--pack-destination': word } }),
    row('ls|list|la|ll|explain|why|root|prefix|bin|query|sbom|fund', 'looks', 'npm ls', 'npm ls -g'),
    row('help|hlep|help-search|completion|get|--version|-v|--help|-h', 'looks', 'npm --version', 'npm version patch'),
    // It writes a commit and a tag unless it is told not to.
    row('version|verison', 'records', 'npm version patch', 'npm publish'),
    row('pkg get', 'looks', 'npm pkg get name', 'npm pkg set name=x'),
    row('pkg set|delete|fix', 'changes', 'npm pkg set name=x', 'npm publish'),
    row('set-script', 'changes', 'npm set-script a b', 'npm publish'),
    row('init|create|innit', 'fetches', 'npm init -y', 'npm publish'),
    row(
      'view|info|show|v|outdated|search|s|se|find|ping|doctor|diff|audit|bugs|issues|docs|home|repo',
      'fetches',
      'npm view zod',
      'npm publish',
    ),
    row('config get|ls|list', 'looks', 'npm config get registry', 'npm config set registry x'),
    row('config|c set|delete|edit|fix', 'installs', 'npm config set a b', 'npm config set a b --registry x'),
    row('set|link|ln', 'installs', 'npm link', 'npm link ../x'),
    row('cache', 'installs', 'npm cache clean --force', 'npm cache add ../x'),
    row('publish|unpublish|deprecate|undeprecate|dist-tag|dist-tags', 'sends', 'npm publish', 'npm publish ../x'),
    row(
      'owner|author|access|team|org|ogr|hook|token|login|adduser|add-user|logout|profile|whoami|star|stars|unstar|trust|stage',
      'sends',
      'npm login',
      'npm login ../x',
    ),
    row('explore|edit|approve-scripts|deny-scripts|install-scripts', 'code', 'npm explore zod', 'npm explore ../x'),
  ],
}

const PNPM: Program = {
  names: 'pnpm',
  toolchain: 'node',
  options: {
    ...ELSEWHERE,
    ...flags(
      '-r --recursive -w --workspace-root --silent -s --parallel --stream --aggregate-output --if-present --offline --color --no-color',
    ),
    ...flags(
      '--prefer-offline --no-bail --bail --sort --no-sort --reverse --ignore-workspace --fail-if-no-match --workspace-packages -g --global',
    ),
    '-F --filter --filter-prod --reporter --workspace-concurrency --resume-from --changed-files-ignore-pattern --use-node-version': text,
    '-C --dir --test-pattern --store-dir --virtual-store-dir --modules-dir': word,
  },
  raises: { ...TAKES_OVER, ...raise('code', '--shell-mode --use-node-version'), ...raise('installs', '--store-dir') },
  otherwise: 'script',
  rows: [
    row('run|run-script', 'builds', 'pnpm run build', 'pnpm run dev', { script: 'package' }),
    ...servingScripts('pnpm', 'run|run-script', true),
    row('test|t', 'builds', 'pnpm test', 'pnpm publish', { script: 'package' }),
    row('exec', 'builds', 'pnpm exec tsc --noEmit', 'pnpm exec -c tsc', { runs: 'program', raises: raise('code', '-c --shell-mode') }),
    row('dlx', 'fetches', 'pnpm dlx tsc', 'pnpm dlx -c tsc', {
      runs: 'program',
      options: { '--package': text },
      raises: raise('code', '-c --shell-mode'),
    }),
    row('create', 'fetches', 'pnpm create vite', 'pnpm publish'),
    row('install|i|add|update|up|upgrade|fetch|import|dedupe|install-test|it|ci', 'fetches', 'pnpm add -D tsx', 'pnpm add -g tsx'),
    row(
      'remove|rm|uninstall|un|prune|rebuild|rb|unlink|dislink|patch|patch-commit|patch-remove|pack',
      'builds',
      'pnpm remove zod',
      'pnpm remove -g zod',
    ),
    row('approve-builds|ignored-builds', 'code', 'pnpm approve-builds', 'pnpm approve-builds -g'),
    row('link|ln', 'installs', 'pnpm link', 'pnpm link ../x'),
    row(
      'list|ls|la|ll|why|licenses|root|bin|cat-file|cat-index|find-hash|help|--version|-v|--help|-h',
      'looks',
      'pnpm --version',
      'pnpm setup',
    ),
    row('outdated|audit|view|info|show|search|ping|doctor', 'fetches', 'pnpm outdated', 'pnpm publish'),
    row('config get|list|ls', 'looks', 'pnpm config get x', 'pnpm config set x y'),
    row('config|c set|delete', 'installs', 'pnpm config set x y', 'pnpm config set x ../y'),
    row('store|env|setup|self-update|server|cache|runtime', 'installs', 'pnpm store prune', 'pnpm store add ../x'),
    row('init|version', 'changes', 'pnpm init', 'pnpm publish'),
    row('deploy', 'builds', 'pnpm deploy out', 'pnpm deploy ../out'),
    row('publish|login|logout|whoami|owner|dist-tag|deprecate|unpublish', 'sends', 'pnpm publish', 'pnpm publish ../x'),
  ],
}

const YARN: Program = {
  names: 'yarn yarnpkg',
  toolchain: 'node',
  options: {
    ...ELSEWHERE,
    ...flags(
      '-s --silent --offline --prefer-offline --verbose --json --non-interactive --frozen-lockfile --ignore-scripts --ignore-engines',
    ),
    ...flags('--no-progress --no-lockfile --pure-lockfile'),
    '--cwd --use-yarnrc --modules-folder --cache-folder --top-level': word,
  },
  raises: { ...TAKES_OVER, ...raise('code', '--use-yarnrc') },
  otherwise: 'script',
  rows: [
    row('run', 'builds', 'yarn run build', 'yarn run dev', { script: 'package' }),
    ...servingScripts('yarn', 'run', true),
    row('test', 'builds', 'yarn test', 'yarn publish', { script: 'package' }),
    row('exec', 'builds', 'yarn exec tsc', 'yarn dlx tsc', { runs: 'program' }),
    row('dlx', 'fetches', 'yarn dlx tsc', 'yarn publish', { runs: 'program', options: { '-p --package': text } }),
    row('workspaces run|foreach', 'builds', 'yarn workspaces run build', 'yarn workspaces focus'),
    row('workspaces focus', 'fetches', 'yarn workspaces focus', 'yarn publish'),
    row('workspaces info|list', 'looks', 'yarn workspaces list', 'yarn workspaces focus'),
    row('workspace', 'builds', 'yarn workspace web build', 'yarn workspace ../web build'),
    row(
      'install|add|up|upgrade|upgrade-interactive|dedupe|import|create|set|--frozen-lockfile|--immutable',
      'fetches',
      'yarn add zod',
      'yarn global add zod',
    ),
    row('', 'fetches', 'yarn', 'yarn global add zod'),
    row(
      'remove|unlink|rebuild|pack|autoclean|patch|patch-commit|stage|check|constraints|generate-lock-entry',
      'builds',
      'yarn remove zod',
      'yarn publish',
    ),
    row('list|why|licenses|bin|help|versions|explain|--version|-v|--help|-h', 'looks', 'yarn --version', 'yarn global list'),
    row('config get|list', 'looks', 'yarn config get x', 'yarn config set x y'),
    row('config set|delete|unset', 'installs', 'yarn config set x y', 'yarn config set x ../y'),
    row('info|outdated|audit', 'fetches', 'yarn outdated', 'yarn publish'),
    row('npm audit|info', 'fetches', 'yarn npm audit', 'yarn npm publish'),
    row('version|init', 'records', 'yarn version', 'yarn publish'),
    row('global|link|cache|policies|plugin', 'installs', 'yarn global add zod', 'yarn link ../x'),
    row('node', 'code', 'yarn node a.js', 'yarn node ../a.js'),
    row('npm publish|tag|login|logout|whoami', 'sends', 'yarn npm publish', 'yarn npm publish ../x'),
    row('publish|login|logout|owner|tag|team|unplug', 'sends', 'yarn publish', 'yarn publish ../x'),
  ],
}

const BUN: Program = {
  names: 'bun',
  toolchain: 'node',
  options: {
    ...ELSEWHERE,
    ...flags('--silent --bun -b --hot --watch --smol --if-present --no-install --prefer-offline'),
    '--cwd --filter -F --env-file -c --config --tsconfig-override': word,
    '-e --eval -p --print -r --preload --import --inspect': text,
  },
  raises: { ...TAKES_OVER, ...raise('code', '-e --eval -p --print -r --preload --import'), ...raise('serves', '--hot --watch') },
  otherwise: 'script',
  rows: [
    row('run', 'builds', 'bun run build', 'bun run dev', { script: 'package' }),
    ...servingScripts('bun', 'run', true),
    row('test|build', 'builds', 'bun test', 'bun publish', { raises: raise('serves', '--watch') }),
    row('x', 'builds', 'bun x tsc', 'bun publish', { runs: 'program' }),
    row('exec', 'code', 'bun exec "echo a"', 'bun exec ../a'),
    row('install|i|add|a|update|ci|outdated|audit|info|create|c|init', 'fetches', 'bun add zod', 'bun add -g zod'),
    row('remove|rm|patch|why', 'builds', 'bun remove zod', 'bun remove -g zod'),
    row('pm pack|scan', 'builds', 'bun pm pack', 'bun publish'),
    row('pm ls|bin|hash|version|whoami|view', 'looks', 'bun pm ls', 'bun pm cache'),
    row('pm cache|trust|migrate|untrusted|default-trusted', 'installs', 'bun pm cache', 'bun pm cache ../x'),
    row('--version|-v|--revision|--help|-h|help', 'looks', 'bun --version', 'bun upgrade'),
    row('link|unlink|upgrade|completions', 'installs', 'bun upgrade', 'bun link ../x'),
    row('repl', 'code', 'bun repl', 'bun repl ../x'),
    row('publish', 'sends', 'bun publish', 'bun publish ../x'),
  ],
}

export const NODE_PACKAGES: readonly Program[] = [
  NPM,
  PNPM,
  YARN,
  BUN,
  {
    names: 'npx',
    toolchain: 'node',
    rows: [
      row('', 'builds', 'npx tsc --noEmit', 'npx --yes prisma@5.22.0 generate', {
        runs: 'program',
        options: {
          ...flags('-y --yes --no --no-install -q --quiet --ignore-existing --offline --prefer-offline --prefer-online --ws --workspaces'),
          '-p --package -c --call --registry --node-arg -n --shell --script-shell --node-options': text,
          '-w --workspace --prefix --userconfig --cache': word,
        },
        raises: {
          ...raise('fetches', '-y --yes -p --package --ignore-existing --prefer-online'),
          ...raise('code', '-c --call --node-arg -n --userconfig --shell --script-shell --node-options'),
          ...raise('sends', '--registry'),
        },
      }),
      row('--version|-v|--help|-h', 'looks', 'npx --version', 'npx --yes x'),
    ],
  },
  {
    names: 'pnpx bunx',
    toolchain: 'node',
    rows: [
      row('', 'fetches', 'bunx tsc', 'bunx ../tsc', {
        runs: 'program',
        options: { ...flags('--bun --silent --no-install --verbose'), '-p --package': text },
      }),
    ],
  },
  {
    names: 'corepack',
    toolchain: 'node',
    rows: [
      row('enable|disable|use|up|install|prepare|hydrate|cache', 'installs', 'corepack enable', 'corepack enable --install-directory ../x'),
      row('--version|-v|--help', 'looks', 'corepack --version', 'corepack enable'),
    ],
  },
  {
    names: 'nvm fnm volta n',
    toolchain: 'node',
    rows: [
      row('ls|list|current|which|--version|version', 'looks', 'nvm ls', 'nvm install 22'),
      row('use|exec|run', 'code', 'nvm use 22', 'nvm use ../x'),
      row('install|uninstall|alias|unalias|default|pin|i', 'installs', 'nvm install 22', 'nvm install ../x'),
    ],
  },
]
