// The directions of the packages: protocol ← policy ← tools ← core ← agent ← server ← apps.
// A package that is not in the table may import nothing of ours, so a new one has to be placed here first.

// swc's visitor stops at `using`, which is a declaration like any other.
const { Visitor } = require('@swc/core/Visitor.js')
const visitOther = Visitor.prototype.visitStatement
Visitor.prototype.visitStatement = function visitStatement(statement) {
  if (statement.type !== 'UsingDeclaration') return visitOther.call(this, statement)
  return { ...statement, decls: this.visitVariableDeclarators(statement.decls) }
}

// dependency-cruiser does not tell it which files hold JSX.
const { Compiler } = require('@swc/core')
const parseFile = Compiler.prototype.parseFileSync
Compiler.prototype.parseFileSync = function parseFileSync(path, options) {
  return parseFile.call(this, path, { ...options, tsx: path.endsWith('.tsx') })
}

const MAY_IMPORT = {
  protocol: [],
  policy: ['protocol'],
  tools: ['protocol', 'policy'],
  core: ['protocol', 'policy', 'tools'],
  agent: ['protocol', 'core'],
  'shell-grammar': ['policy'],
  server: ['protocol', 'policy', 'tools', 'core', 'agent', 'shell-grammar'],
  client: ['protocol'],
  runner: ['protocol', 'policy', 'tools', 'client'],
  ui: ['protocol', 'client'],
  'test-kit': ['protocol'],
}

// These hold a tool's definition without the power to run it: no disk, no process, no socket.
const WITHOUT_PLATFORM = ['protocol', 'policy', 'tools', 'core', 'client']

/**
 * The rooms of the runner, lowest first: a room uses those before it, never those after it. A new room needs a place here.
 * compose.ts and index.ts stand above all of them.
 */
const RUNNER_ROOMS = [
  'ports',
  'disk',
  'programs',
  'data',
  'repositories',
  'changes',
  'sandbox',
  'commands',
  'output',
  'persistent',
  'hosts',
  'clearance',
  'execute',
  'watch',
  'transport',
  'link',
  'machine',
  'stdio',
]

/** The folders of the page and what each may use. A view uses no other view; the chat shows pending approvals beside it. */
const BELOW_VIEWS = ['bridge', 'sentences', 'mirror', 'connection', 'shared', 'calls', 'devices']
const UI_FOLDERS = {
  bridge: [],
  sentences: [],
  translations: ['sentences'],
  mirror: [],
  connection: ['mirror'],
  shared: ['sentences', 'mirror', 'connection'],
  calls: ['sentences', 'mirror', 'connection', 'shared'],
  devices: ['sentences', 'mirror', 'connection', 'shared'],
  approvals: BELOW_VIEWS,
  chat: [...BELOW_VIEWS, 'approvals'],
  files: BELOW_VIEWS,
  processes: BELOW_VIEWS,
  history: BELOW_VIEWS,
  grants: BELOW_VIEWS,
  overview: BELOW_VIEWS,
  app: [...BELOW_VIEWS, 'translations', 'approvals', 'chat', 'files', 'processes', 'history', 'grants', 'overview'],
  webview: [...BELOW_VIEWS, 'translations', 'theme', 'app'],
}

const TEST_FILE = '[.](test|behaviour)[.]tsx?$|/test/'

const directionOf = ([name, allowed]) => ({
  name: `${name}-knows-only-${allowed.join('-') || 'itself'}`,
  severity: 'error',
  from: { path: `^packages/${name}/`, pathNot: TEST_FILE },
  to: { path: '^(packages|apps|e2e|bench|fuzz|examples|scripts)/', pathNot: `^packages/(${[name, ...allowed].join('|')})/` },
})

const uiDirection = ([folder, allowed]) => ({
  name: `ui-${folder}-uses-only-what-is-below-it`,
  severity: 'error',
  from: { path: `^packages/ui/src/${folder}/`, pathNot: TEST_FILE },
  to: { path: '^packages/ui/src/', pathNot: `^packages/ui/src/(${[folder, ...allowed].join('|')})/` },
})

const roomDirection = (room, index) => ({
  name: `runner-${room}-uses-only-lower-rooms`,
  severity: 'error',
  from: { path: `^packages/runner/src/${room}/`, pathNot: TEST_FILE },
  to: { path: '^packages/runner/src/', pathNot: `^packages/runner/src/(${RUNNER_ROOMS.slice(0, index + 1).join('|')})/` },
})

const known = Object.keys(MAY_IMPORT).join('|')

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(MAY_IMPORT).map(directionOf),
    ...RUNNER_ROOMS.map(roomDirection),
    ...Object.entries(UI_FOLDERS).map(uiDirection),
    {
      name: 'a-new-folder-of-the-page-has-a-place-in-the-order',
      severity: 'error',
      from: { path: '^packages/ui/src/[^/]+/', pathNot: `^packages/ui/src/(${Object.keys(UI_FOLDERS).join('|')})/|${TEST_FILE}` },
      to: { path: '^packages/ui/src/' },
    },
    {
      name: 'a-new-room-of-the-runner-has-a-place-in-the-order',
      severity: 'error',
      from: { path: '^packages/runner/src/[^/]+/', pathNot: `^packages/runner/src/(${RUNNER_ROOMS.join('|')})/|${TEST_FILE}` },
      to: { path: '^packages/runner/src/' },
    },
    {
      name: 'a-new-package-has-a-place-in-the-order',
      severity: 'error',
      from: { path: '^packages/([^/]+)/', pathNot: `^packages/(${known})/|${TEST_FILE}` },
      to: { path: '^(packages|apps|e2e|bench|fuzz|examples|scripts)/', pathNot: '^packages/$1/' },
    },
    {
      // The engine is the only way in: what its folders hold is its own.
      name: 'core-is-entered-by-its-index',
      severity: 'error',
      from: { path: '^(packages|apps|e2e|bench|fuzz)/', pathNot: `^packages/core/|${TEST_FILE}` },
      to: { path: '^packages/core/src/', pathNot: '^packages/core/src/index[.]ts$' },
    },
    {
      name: 'only-tests-use-the-test-kit',
      severity: 'error',
      from: { path: '^(packages|apps|examples)/', pathNot: `^packages/test-kit/|${TEST_FILE}` },
      to: { path: '^packages/test-kit/' },
    },
    {
      // A runner is also composed inside programs whose Node has no SQLite and that bring a transport of their own.
      name: 'only-the-node-parts-of-the-runner-need-a-full-node',
      severity: 'error',
      from: { path: '^packages/runner/src/', pathNot: `^packages/runner/src/(node[.]ts$|data/sqlite-lock[.]ts$|transport/)|${TEST_FILE}` },
      to: { path: '^packages/runner/src/(transport/|data/sqlite-lock[.]ts$|node[.]ts$)|(^|/)undici(/|$)|^(node:)?sqlite$' },
    },
    {
      name: 'nothing-knows-an-app',
      severity: 'error',
      from: { pathNot: `^apps/|^scripts/(build|walk)/|${TEST_FILE}` },
      to: { path: '^apps/' },
    },
    {
      // The server that it starts is the packed command, as a process of its own.
      name: 'the-extension-holds-no-server',
      severity: 'error',
      from: { path: '^apps/vscode/', pathNot: TEST_FILE },
      to: { path: '^packages/(server|core|agent)/|^apps/cli/' },
    },
    {
      name: 'examples-use-only-the-client',
      severity: 'error',
      from: { path: '^examples/' },
      to: { path: '^(packages|apps|e2e|bench|fuzz|scripts)/', pathNot: '^packages/client/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'definitions-have-no-platform',
      severity: 'error',
      from: { path: `^packages/(${WITHOUT_PLATFORM.join('|')})/`, pathNot: TEST_FILE },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'every-import-resolves',
      severity: 'error',
      from: {},
      // VS Code itself provides the module `vscode`.
      to: { couldNotResolve: true, pathNot: '^vscode$' },
    },
    {
      name: 'production-code-does-not-import-tests',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: `^packages/test-kit/|${TEST_FILE}` },
      to: { path: `^(packages|apps)/.*(${TEST_FILE})` },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json', '.css'],
    },
  },
}
