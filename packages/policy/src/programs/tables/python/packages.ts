// Package managers and environments of Python.
import { flags, text, word } from '../../../command/option-table.ts'
import type { Program } from '../../program.ts'
import { raise, row } from '../row.ts'

/** Where packages come from: an index or a certificate of another one. */
const SOURCES = raise('sends', '-i --index-url --extra-index-url --trusted-host --cert --proxy --client-cert')
const OUTSIDE = raise('installs', '--user --break-system-packages --system -t --target --prefix --root')

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
const PIP: Program = {
  names: 'pip pip3',
  toolchain: 'python',
  options: {
    ...flags('-q --quiet -v --verbose --no-input --isolated --disable-pip-version-check --no-color --no-cache-dir --require-virtualenv'),
    '--log --python --cache-dir': word,
    '--proxy --timeout --retries --trusted-host --cert --client-cert --exists-action': text,
  },
  raises: { ...raise('sends', '--proxy --trusted-host --cert --client-cert'), ...raise('code', '--python') },
  rows: [
    // It has no settings of the workspace, but tries at once, with a socket, whether the machine has IPv6.
    row('--version|-V|--help|-h|help', 'looks', 'pip --version', 'pip install x'),
    row('install', 'fetches', 'pip install -r requirements.txt', 'pip install --user x', {
      options: {
        '-i --index-url --extra-index-url --trusted-host --cert --proxy': text,
        '-r --requirement -c --constraint -e --editable': word,
      },
      raises: { ...SOURCES, ...OUTSIDE },
    }),
    row('download|wheel|index|search|lock', 'fetches', 'pip download x', 'pip download -i http://x x', { raises: SOURCES }),
    row('uninstall', 'builds', 'pip uninstall -y x', 'pip uninstall --break-system-packages x', { raises: OUTSIDE }),
    row('list|freeze|show|check|inspect|debug|hash', 'looks', 'pip list', 'pip list --outdated', {
      raises: raise('fetches', '-o --outdated -u --uptodate'),
    }),
    row('config list|get|debug', 'looks', 'pip config list', 'pip config set a b'),
    row('config set|unset|edit', 'installs', 'pip config set a b', 'pip config set a ../b'),
    row('cache', 'installs', 'pip cache purge', 'pip cache purge ../x'),
    row('completion', 'looks', 'pip completion --bash', 'pip install x'),
  ],
}

const UV: Program = {
  names: 'uv',
  toolchain: 'python',
  options: {
    ...flags('-q --quiet -v --verbose --offline --no-progress --native-tls --no-config --no-cache -n --managed-python --no-managed-python'),
    '--color --python-preference --python-fetch --allow-insecure-host': text,
    '--directory --project --config-file --cache-dir': word,
  },
  raises: {
    ...raise('sends', '--allow-insecure-host --index-url --default-index --index --extra-index-url -i'),
    ...raise('code', '--config-file'),
  },
  rows: [
    row('run', 'builds', 'uv run pytest', 'uv run --with x pytest', {
      runs: 'program',
      options: {
        '--extra --group --with --with-editable --with-requirements --index --index-url --default-index -i': text,
        '--package --only-group --no-group --python-platform --no-extra': text,
        '-p --python --env-file --project --directory': word,
        '-m --module': text,
      },
      raises: { ...raise('fetches', '--with --with-editable --with-requirements'), ...raise('code', '-') },
    }),
    row('sync|add|lock|export|build|venv|init', 'fetches', 'uv sync --frozen', 'uv publish', {
      options: { '--index --index-url --default-index': text },
    }),
    row('remove|version|format|tree', 'builds', 'uv remove requests', 'uv publish'),
    row('pip install|sync|compile|download', 'fetches', 'uv pip install x', 'uv pip install --system x', { raises: OUTSIDE }),
    row('pip uninstall', 'builds', 'uv pip uninstall x', 'uv pip uninstall --system x', { raises: OUTSIDE }),
    row('pip list|freeze|show|check|tree', 'looks', 'uv pip list', 'uv pip install x'),
    row('tool run', 'fetches', 'uv tool run ruff check', 'uv tool install ruff', { runs: 'program', options: { '--from --with': text } }),
    row('tool list|dir', 'looks', 'uv tool list', 'uv tool install ruff'),
    row('tool install|upgrade|uninstall|update-shell', 'installs', 'uv tool install ruff', 'uv tool install ../x'),
    row('python list|find|dir', 'looks', 'uv python list', 'uv python install 3.12'),
    row('python pin', 'changes', 'uv python pin 3.12', 'uv python install 3.12'),
    row('python install|uninstall|upgrade|update-shell', 'installs', 'uv python install 3.12', 'uv python install ../x'),
    row('--version|-V|help|--help', 'looks', 'uv --version', 'uv self update'),
    row('cache dir|size', 'looks', 'uv cache dir', 'uv cache clean'),
    row('cache clean|prune', 'installs', 'uv cache clean', 'uv cache clean ../x'),
    row('self|auth', 'installs', 'uv self update', 'uv self update ../x'),
    row('publish', 'sends', 'uv publish', 'uv publish ../x'),
  ],
}

const POETRY: Program = {
  names: 'poetry',
  toolchain: 'python',
  options: {
    ...flags('-q --quiet -v -vv -vvv --verbose -n --no-interaction --no-ansi --ansi --no-plugins --no-cache'),
    '-C --directory -P --project': word,
  },
  rows: [
    row('run', 'builds', 'poetry run pytest', 'poetry publish', { runs: 'program' }),
    row('shell', 'code', 'poetry shell', 'poetry shell ../x'),
    row('install|add|update|lock|sync|init|new|search|self', 'fetches', 'poetry install', 'poetry publish'),
    row('remove|build|version|export', 'builds', 'poetry build', 'poetry publish'),
    row('show|check|about|list|help|--version|-V', 'looks', 'poetry show', 'poetry config a b'),
    row('env info|list', 'looks', 'poetry env info', 'poetry env remove --all'),
    row('env use|remove|activate', 'installs', 'poetry env remove --all', 'poetry env use ../x'),
    row('config|cache|source|python', 'installs', 'poetry config a b', 'poetry config a ../b'),
    row('publish', 'sends', 'poetry publish', 'poetry publish ../x'),
  ],
}

const PIPENV: Program = {
  names: 'pipenv',
  toolchain: 'python',
  rows: [
    row('run', 'builds', 'pipenv run pytest', 'pipenv shell', { runs: 'program' }),
    row('shell|open', 'code', 'pipenv shell', 'pipenv shell ../x'),
    row('install|sync|update|upgrade|lock|check|audit|scan', 'fetches', 'pipenv install', 'pipenv install --system', { raises: OUTSIDE }),
    row('uninstall|clean|requirements|verify', 'builds', 'pipenv clean', 'pipenv --rm'),
    row('graph|scripts|--version|--venv|--where|--envs|--help', 'looks', 'pipenv graph', 'pipenv shell'),
    row('--rm', 'deletes', 'pipenv --rm', 'pipenv --rm ../x'),
  ],
}

const PDM: Program = {
  names: 'pdm',
  toolchain: 'python',
  rows: [
    row('run', 'builds', 'pdm run pytest', 'pdm publish', { runs: 'program' }),
    row('install|add|update|sync|lock|search|init|new|outdated|import|fix', 'fetches', 'pdm install', 'pdm publish'),
    row('remove|build|export', 'builds', 'pdm build', 'pdm publish'),
    row('list|info|show|--version|-V', 'looks', 'pdm list', 'pdm config a b'),
    row('config|cache|self|plugin|python|py|use|venv', 'installs', 'pdm config a b', 'pdm config a ../b'),
    row('publish', 'sends', 'pdm publish', 'pdm publish ../x'),
  ],
}

const HATCH: Program = {
  names: 'hatch',
  toolchain: 'python',
  rows: [
    row('test|run|build|fmt|clean|version', 'builds', 'hatch test', 'hatch publish'),
    row('status|project|dep|--version', 'looks', 'hatch status', 'hatch publish'),
    row('new|env', 'fetches', 'hatch new app', 'hatch publish'),
    row('shell', 'code', 'hatch shell', 'hatch shell ../x'),
    row('config|self|python', 'installs', 'hatch config set a b', 'hatch config set a ../b'),
    row('publish', 'sends', 'hatch publish', 'hatch publish ../x'),
  ],
}

export const PYTHON_PACKAGES: readonly Program[] = [
  PIP,
  UV,
  POETRY,
  PIPENV,
  PDM,
  HATCH,
  {
    names: 'uvx pipx',
    toolchain: 'python',
    rows: [
      row('', 'fetches', 'uvx ruff check', 'uvx ../ruff', {
        runs: 'program',
        options: { '--from --with --spec': text, '-p --python': word },
      }),
      row('run', 'fetches', 'pipx run ruff check .', 'pipx install ruff', { runs: 'program', options: { '--spec': text } }),
      row(
        'install|upgrade|uninstall|inject|uninject|reinstall|upgrade-all|ensurepath',
        'installs',
        'pipx install ruff',
        'pipx install ../x',
      ),
      row('list|--version|environment', 'looks', 'pipx list', 'pipx install x'),
    ],
  },
  {
    names: 'conda mamba micromamba pixi rye',
    toolchain: 'python',
    rows: [
      row('list|info|search|env|--version|config', 'looks', 'conda list', 'conda install x'),
      row('run', 'builds', 'conda run pytest', 'conda install x', { runs: 'program', options: { '-n --name -p --prefix': word } }),
      row(
        'install|create|update|remove|clean|add|sync|init|self|activate|upgrade|uninstall',
        'installs',
        'conda install x',
        'conda install ../x',
      ),
      row('publish|upload|auth', 'sends', 'rye publish', 'rye publish ../x'),
    ],
  },
  {
    names: 'pyenv virtualenv venv ensurepip',
    toolchain: 'python',
    rows: [
      row('versions|version|which|root|prefix|--version|whence|commands', 'looks', 'pyenv versions', 'pyenv install 3.12'),
      row('local', 'changes', 'pyenv local 3.12', 'pyenv install 3.12'),
      row('install|uninstall|global|rehash|shell|update', 'installs', 'pyenv install 3.12', 'pyenv install ../x'),
      row('exec', 'builds', 'pyenv exec pytest', 'pyenv install 3.12', { runs: 'program' }),
      row('', 'builds', 'venv .venv', 'venv ../venv'),
    ],
  },
  {
    names: 'twine',
    toolchain: 'python',
    rows: [
      row('check', 'looks', 'twine check dist/a.whl', 'twine upload dist/a.whl'),
      row('upload|register', 'sends', 'twine upload dist/a.whl', 'twine upload ../a.whl'),
    ],
  },
]
