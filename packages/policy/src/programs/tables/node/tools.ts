// Tools of JavaScript projects. All load settings or plugins of the workspace, mostly as code.
import { flags, text, word } from '../../../command/option-table.ts'
import type { Program } from '../../program.ts'
import { programsOf, raise, row } from '../row.ts'

const tool = programsOf('node')

const WATCHES = raise('serves', '--watch -w')

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
const COMPILERS: readonly Program[] = [
  tool('tsc', 'builds', ['tsc --noEmit', 'tsc --watch'], {
    options: { '-p --project --outDir --rootDir --outFile --declarationDir --tsBuildInfoFile': word },
    raises: WATCHES,
  }),
  tool('vue-tsc svelte-check', 'builds', ['vue-tsc --noEmit', 'vue-tsc --watch'], { raises: WATCHES }),
  {
    names: 'tsx',
    toolchain: 'node',
    rows: [
      row('', 'builds', 'tsx scripts/seed.ts', 'tsx -e 1', {
        options: { '-e --eval -p --print': text, '--tsconfig --env-file -r --require --import --loader': word },
        raises: raise('code', '-e --eval -p --print -i --interactive'),
      }),
      row('watch', 'serves', 'tsx watch a.ts', 'tsx -e 1'),
    ],
  },
  tool('ts-node ts-node-esm', 'builds', ['ts-node a.ts', 'ts-node -e 1'], {
    options: { '-e --eval -p --print': text, '-P --project -r --require --cwd': word },
    raises: raise('code', '-e --eval -p --print -i --interactive'),
  }),
  tool('nodemon ts-node-dev tsnd', 'serves', ['nodemon a.js', 'nodemon --exec sh'], {
    options: { '-x --exec': text },
    raises: raise('code', '-x --exec'),
  }),
  tool('babel swc tsup unbuild ncc microbundle api-extractor', 'builds', ['tsup src/index.ts', 'tsup --watch'], { raises: WATCHES }),
  tool('esbuild', 'builds', ['esbuild src/a.ts --bundle --outfile=dist/a.js', 'esbuild --serve src/a.ts'], {
    raises: raise('serves', '--watch --serve --servedir'),
  }),
  {
    names: 'webpack webpack-cli rspack',
    toolchain: 'node',
    rows: [
      row('', 'builds', 'webpack --mode production', 'webpack --watch', { options: { '-c --config': word }, raises: WATCHES }),
      row('serve|s|server|watch|w', 'serves', 'webpack serve', 'webpack serve --config ../x'),
      row('info|version|v|help|--version', 'looks', 'webpack --version', 'webpack serve'),
    ],
  },
  tool('rollup', 'builds', ['rollup -c', 'rollup -c -w'], { options: { '-d --dir -o --file': word }, raises: WATCHES }),
  tool('parcel', 'serves', ['parcel src/index.html', 'parcel ../index.html']),
  {
    names: 'vite',
    toolchain: 'node',
    rows: [
      row('build', 'builds', 'vite build', 'vite build --watch', { raises: WATCHES }),
      row('optimize', 'builds', 'vite optimize', 'vite preview'),
      row('dev|serve|preview', 'serves', 'vite dev', 'vite dev --config ../x'),
      row('', 'serves', 'vite --port 5173', 'vite --config ../x'),
      row('--version|-v|--help|-h', 'looks', 'vite --version', 'vite dev'),
    ],
  },
]

const CHECKERS: readonly Program[] = [
  tool('eslint', 'builds', ['eslint src --ext .ts', 'eslint --rulesdir ../x src'], {
    options: { '-c --config --rulesdir --resolve-plugins-relative-to --ignore-path -o --output-file --cache-location': word },
    raises: raise('fetches', '--init'),
  }),
  tool('prettier', 'looks', ['prettier --check .', 'prettier --write src'], {
    options: { '--config --ignore-path --plugin': word },
    raises: raise('changes', '-w --write'),
  }),
  {
    names: 'biome',
    toolchain: 'node',
    rows: [
      row('check|lint|format|ci', 'looks', 'biome check .', 'biome check --write .', {
        raises: raise('changes', '--write --fix --apply --apply-unsafe --unsafe'),
      }),
      row('search|explain|rage|version|--version', 'looks', 'biome --version', 'biome start'),
      row('init|migrate', 'changes', 'biome init', 'biome start'),
      row('start|stop|lsp-proxy|clean', 'controls', 'biome start', 'biome start --config-path ../x'),
      row('upgrade', 'installs', 'biome upgrade', 'biome upgrade ../x'),
    ],
  },
  tool('oxlint stylelint standard xo tslint htmlhint markdownlint markdownlint-cli2 jscpd knip madge depcheck publint attw', 'builds', [
    'stylelint "src/**/*.css"',
    'stylelint --config ../x src',
  ]),
  tool('commitlint lint-staged syncpack sort-package-json npm-run-all run-s run-p', 'builds', ['lint-staged', 'lint-staged --config ../x']),
  tool('cspell dprint dependency-cruiser depcruise ls-lint type-coverage size-limit', 'builds', ['cspell src', 'cspell ../src']),
  tool('concurrently cross-env dotenv wait-on', 'code', ['concurrently "npm run a"', 'concurrently --kill-others ../x']),
  tool('serve http-server live-server json-server browser-sync', 'serves', ['http-server dist', 'http-server ../dist']),
  tool('husky', 'installs', ['husky install', 'husky install ../x']),
  tool('rimraf del-cli', 'deletes', ['rimraf dist', 'rimraf ../dist'], { operands: 'changed' }),
  tool('npm-check-updates ncu npm-check', 'fetches', ['ncu', 'ncu --cwd ../x']),
  tool('create-react-app create-next-app create-vite degit', 'fetches', ['create-vite app', 'create-vite ../app']),
]

const TESTERS: readonly Program[] = [
  {
    names: 'vitest',
    toolchain: 'node',
    rows: [
      row('', 'builds', 'vitest --run', 'vitest --ui', { raises: raise('serves', '--watch -w --ui --standalone') }),
      row('run|related|bench|list|typecheck', 'builds', 'vitest run src/a.test.ts', 'vitest watch', {
        options: { '-t --testNamePattern': text, '-c --config -r --root --dir': word },
        raises: raise('serves', '--watch -w --ui'),
      }),
      row('watch|dev', 'serves', 'vitest watch', 'vitest watch --root ../x'),
      row('init', 'fetches', 'vitest init browser', 'vitest init ../x'),
    ],
  },
  tool('jest', 'builds', ['jest tests/a.test.ts', 'jest --watch'], {
    options: { '-t --testNamePattern': text, '-c --config --rootDir': word },
    raises: raise('serves', '--watch --watchAll'),
  }),
  tool('mocha ava tap jasmine c8 nyc karma wdio stryker uvu', 'builds', ['mocha test', 'mocha --watch test'], {
    options: { '-g --grep -f --fgrep': text, '-r --require --config': word },
    raises: WATCHES,
  }),
  {
    names: 'playwright',
    toolchain: 'node',
    rows: [
      row('test', 'builds', 'playwright test a.spec.ts', 'playwright test --ui', {
        options: { '-g --grep --grep-invert': text, '-c --config': word },
        raises: raise('serves', '--ui --ui-port --ui-host'),
      }),
      row('merge-reports|clear-cache', 'builds', 'playwright merge-reports out', 'playwright install'),
      row('show-report|show-trace', 'serves', 'playwright show-report', 'playwright show-report ../x'),
      row('install|install-deps|uninstall', 'installs', 'playwright install chromium', 'playwright install ../x'),
      row(
        'codegen|open|cr|ff|wk|screenshot|pdf',
        'sends',
        'playwright screenshot http://x a.png',
        'playwright screenshot http://x ../a.png',
      ),
      row('--version|-V|--help|-h', 'looks', 'playwright --version', 'playwright install'),
    ],
  },
  {
    names: 'cypress',
    toolchain: 'node',
    rows: [
      row('run|verify|info', 'builds', 'cypress run', 'cypress install', { raises: raise('sends', '--record') }),
      row('open', 'serves', 'cypress open', 'cypress open --project ../x'),
      row('install|cache', 'installs', 'cypress install', 'cypress cache ../x'),
      row('version|--version|-v|help', 'looks', 'cypress --version', 'cypress open'),
    ],
  },
]

const MONOREPOS: readonly Program[] = [
  {
    names: 'turbo',
    toolchain: 'node',
    otherwise: 'builds',
    options: { '--filter -F --concurrency --output-logs': text, '--cwd': word, '--token --team --api': text },
    raises: raise('sends', '--token --team --api'),
    rows: [
      row('run', 'builds', 'turbo run build', 'turbo run dev', { raises: raise('serves', 'dev serve start watch') }),
      row('dev|serve|start|watch', 'serves', 'turbo dev', 'turbo login'),
      row('ls|query|info|prune|scan|boundaries|--version', 'looks', 'turbo ls', 'turbo login'),
      row('login|logout|link|unlink', 'sends', 'turbo login', 'turbo login ../x'),
      row('daemon|telemetry|bin|config', 'controls', 'turbo daemon stop', 'turbo daemon ../x'),
      row('gen|generate', 'builds', 'turbo gen', 'turbo login'),
    ],
  },
  {
    names: 'nx',
    toolchain: 'node',
    otherwise: 'builds',
    rows: [
      row('build|test|lint|e2e|run|run-many|affected|format|sync|exec|generate|g|repair', 'builds', 'nx test web', 'nx release', {
        raises: raise('serves', '--watch'),
      }),
      row('serve|dev|start|preview|watch|graph', 'serves', 'nx serve web', 'nx release'),
      row('show|list|report|print-affected|--version', 'looks', 'nx show projects', 'nx release'),
      row('migrate|add|init|import', 'fetches', 'nx migrate latest', 'nx release'),
      row('reset|daemon', 'controls', 'nx reset', 'nx reset ../x'),
      row('release|connect|login|logout|record|start-ci-run|stop-all-agents', 'sends', 'nx release', 'nx release ../x'),
    ],
  },
  {
    names: 'lerna',
    toolchain: 'node',
    rows: [
      row('run|exec|clean|link|create|repair|diff', 'builds', 'lerna run build', 'lerna publish'),
      row('list|ls|la|ll|changed|info|--version', 'looks', 'lerna ls', 'lerna publish'),
      row('bootstrap|add|import|init', 'fetches', 'lerna bootstrap', 'lerna publish'),
      row('version', 'records', 'lerna version', 'lerna publish'),
      row('publish', 'sends', 'lerna publish', 'lerna publish ../x'),
    ],
  },
  {
    names: 'changeset',
    toolchain: 'node',
    rows: [
      row('status', 'looks', 'changeset status', 'changeset version'),
      row('add|version|init|pre', 'builds', 'changeset version', 'changeset tag'),
      row('tag', 'records', 'changeset tag', 'changeset publish'),
      row('publish', 'sends', 'changeset publish', 'changeset publish ../x'),
    ],
  },
]

const FRAMEWORKS: readonly Program[] = [
  {
    names: 'next nuxt nuxi astro remix gatsby vitepress vuepress docusaurus eleventy svelte-kit react-scripts vue-cli-service umi modern',
    toolchain: 'node',
    rows: [
      row('build|generate|lint|check|sync|typecheck|typegen|export|test|clean|prepare|analyze', 'builds', 'next build', 'next dev'),
      row('dev|start|serve|preview|develop', 'serves', 'next dev', 'next dev ../x'),
      row('info|--version|-v|--help', 'looks', 'next info', 'next telemetry'),
      row('add|upgrade|update', 'fetches', 'astro add react', 'astro telemetry'),
      row('telemetry|login|logout|link|deploy', 'sends', 'next telemetry', 'next telemetry ../x'),
    ],
  },
  {
    names: 'nest',
    toolchain: 'node',
    rows: [
      row('build|generate|g', 'builds', 'nest build', 'nest build --watch', { raises: WATCHES }),
      row('start', 'serves', 'nest start', 'nest start ../x'),
      row('new|n|add|update|u', 'fetches', 'nest new app', 'nest new ../app'),
      row('info|i|--version|-v', 'looks', 'nest info', 'nest new app'),
    ],
  },
  {
    names: 'ng',
    toolchain: 'node',
    rows: [
      row('build|b|test|t|lint|generate|g|e2e|e|extract-i18n|run|cache', 'builds', 'ng build', 'ng build --watch', { raises: WATCHES }),
      row('serve|s|dev', 'serves', 'ng serve', 'ng deploy'),
      row('add|update|new|n', 'fetches', 'ng add x', 'ng deploy'),
      row('version|v|config|help|--version', 'looks', 'ng version', 'ng analytics'),
      row('deploy|analytics|completion', 'sends', 'ng deploy', 'ng deploy ../x'),
    ],
  },
  {
    names: 'prisma',
    toolchain: 'node',
    rows: [
      row('generate', 'builds', 'prisma generate', 'prisma generate --watch', { raises: WATCHES }),
      row('format|init', 'changes', 'prisma format', 'prisma migrate dev'),
      row('validate|version|-v|--version', 'looks', 'prisma validate', 'prisma migrate dev'),
      row('migrate|db', 'controls', 'prisma migrate dev', 'prisma migrate dev --schema ../x'),
      row('studio|dev', 'controls', 'prisma studio', 'prisma studio --schema ../x'),
      row('platform|login|mcp', 'sends', 'prisma platform', 'prisma platform ../x'),
    ],
  },
  {
    names: 'drizzle-kit typeorm knex sequelize sequelize-cli mikro-orm',
    toolchain: 'node',
    rows: [
      row('generate|check|up', 'builds', 'drizzle-kit generate', 'drizzle-kit push'),
      row('', 'controls', 'drizzle-kit push', 'drizzle-kit push --config ../x'),
    ],
  },
  {
    names: 'storybook sb start-storybook',
    toolchain: 'node',
    rows: [
      row('dev', 'serves', 'storybook dev', 'storybook dev --config-dir ../x'),
      row('build|index|doctor|info', 'builds', 'storybook build', 'storybook dev'),
      row('init|add|upgrade|migrate|automigrate|sandbox', 'fetches', 'storybook init', 'storybook init ../x'),
    ],
  },
  tool('build-storybook', 'builds', ['build-storybook', 'build-storybook -c ../x']),
  {
    names: 'tailwindcss postcss sass lessc graphql-codegen openapi-generator-cli openapi-typescript typedoc jsdoc protoc-gen-ts plop hygen',
    toolchain: 'node',
    rows: [row('', 'builds', 'sass a.scss a.css', 'sass --watch a.scss', { options: flags('--minify'), raises: WATCHES })],
  },
  {
    names: 'expo eas react-native electron electron-builder electron-forge tauri capacitor cap ionic',
    toolchain: 'node',
    rows: [
      row('build|lint|export|prebuild|info|doctor|sync|copy|icon|bundle|package|make|config', 'builds', 'tauri build', 'tauri dev'),
      row('dev|start|serve|run|run:android|run:ios|run-android|run-ios', 'serves', 'tauri dev', 'eas submit'),
      row('install|add|init', 'fetches', 'expo install x', 'eas submit'),
      row('submit|update|publish|login|logout|whoami|deploy', 'sends', 'eas submit', 'eas submit ../x'),
    ],
  },
]

export const NODE_TOOLS: readonly Program[] = [...COMPILERS, ...CHECKERS, ...TESTERS, ...MONOREPOS, ...FRAMEWORKS]
