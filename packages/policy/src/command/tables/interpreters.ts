// node and python: options that take a value, options that run something other than a script, and what the others mean.
import { dangerous, flags, type Options, optionalText, path, text, word } from '../option-table.ts'

const INLINE = 'option.runs-inline-code'
const LOADS = 'option.loads-code-first'
const OPENS_PORT = 'option.opens-control-port'

export const NODE_OPTIONS: Options = {
  ...flags(
    '-v --version -h --help --v8-options --check -c --test --test-only --watch --watch-preserve-output --enable-source-maps --no-warnings',
  ),
  ...flags(
    '--no-deprecation --trace-warnings --trace-deprecation --trace-uncaught --throw-deprecation --pending-deprecation',
    '--expose-gc --expose_gc',
  ),
  ...flags(
    '--experimental-vm-modules --experimental-strip-types --no-experimental-strip-types --experimental-transform-types --preserve-symlinks',
  ),
  ...flags(
    '--experimental-test-coverage --experimental-json-modules --experimental-sqlite --permission --experimental-permission --no-addons',
  ),
  ...flags(
    '--frozen-intrinsics --use-strict --abort-on-uncaught-exception --test-force-exit --experimental-test-module-mocks',
    '--preserve-symlinks-main',
  ),
  ...flags(
    '--experimental-specifier-resolution=node --experimental-import-meta-resolve --experimental-wasm-modules',
    '--zero-fill-buffers --no-global-search-paths',
  ),
  '--max-old-space-size --max_old_space_size --stack-trace-limit --stack-size --max-semi-space-size --max-http-header-size': text,
  '--unhandled-rejections --disable-warning --dns-result-order --input-type --experimental-default-type --title': text,
  '--test-name-pattern --test-skip-pattern --test-reporter --test-concurrency --test-timeout --test-shard --test-isolation': text,
  '-C --conditions --run': text,
  '--watch-path --icu-data-dir --env-file --env-file-if-exists --allow-fs-read --allow-fs-write --snapshot-blob --localstorage-file': word,
  '--test-reporter-destination --redirect-warnings --cpu-prof-dir --heap-prof-dir --diagnostic-dir --report-directory --tls-keylog':
    dangerous('option.writes-files', path),
  '--trace-event-file-pattern --report-filename --cpu-prof-name --heap-prof-name --build-snapshot-config --experimental-sea-config':
    dangerous('option.writes-files', path),
  '--openssl-config --experimental-config-file --disable-proto --security-revert --secure-heap': dangerous('option.changes-node', word),
  '-e --eval -p --print -pe': dangerous(INLINE, text),
  '-i --interactive': dangerous(INLINE),
  '-r --require --import --loader --experimental-loader': dangerous(LOADS, word),
  '--inspect --inspect-brk --inspect-wait --inspect-port --debug --debug-brk --debug-port': dangerous(OPENS_PORT, optionalText),
}

export const PYTHON_OPTIONS: Options = {
  ...flags('-b -B -d -E -I -O -P -q -s -S -u -v -x -h -? --help --help-env --help-xoptions --help-all -V --version'),
  '-W --check-hash-based-pycs': text,
  '-X': word,
  '-c': dangerous(INLINE, text),
  '-i': dangerous(INLINE),
  '-m': text,
}

/** Modules that work on files of the workspace and have the same risk as a script. */
export const PYTHON_WORKSPACE_MODULES: ReadonlySet<string> = new Set([
  'pytest',
  'unittest',
  'doctest',
  'mypy',
  'ruff',
  'black',
  'isort',
  'flake8',
  'pylint',
  'compileall',
  'py_compile',
  'json.tool',
  'tabnanny',
  'ast',
  'coverage',
  'build',
  'pydoc',
  'venv',
])

export const PYTHON_NETWORK_MODULES: ReadonlySet<string> = new Set([
  'pip',
  'ensurepip',
  'pipx',
  'uv',
  'poetry',
  'http.server',
  'http',
  'smtpd',
  'aiosmtpd',
  'ftplib',
  'telnetlib',
  'twine',
  'webbrowser',
  'urllib',
  'idlelib',
  'SimpleHTTPServer',
  'easy_install',
  'virtualenv',
  'asyncio',
  'xmlrpc.server',
  'wsgiref.simple_server',
])
