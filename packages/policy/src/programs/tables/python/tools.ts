// Tools of Python projects, and modules run by `python -m`. They import from the workspace or obey its settings (pyproject.toml, setup.cfg).
import { text, word } from '../../../command/option-table.ts'
import type { Program } from '../../program.ts'
import { programsOf, raise, row } from '../row.ts'

const tool = programsOf('python')

const GATEWAY = { options: { '--config -c --app-dir --env-file --chdir': word, '--host --port --bind -b': text } }

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
const TESTERS: readonly Program[] = [
  tool('pytest py.test', 'builds', ['pytest -v tests', 'pytest ../tests'], {
    options: {
      '-k -m -n -p -W -o --override-ini --maxfail --durations --tb -r --color --timeout --cov-report': text,
      '-c --rootdir --cov': word,
    },
    raises: raise('sends', '--pastebin'),
  }),
  tool('unittest nose2 nosetests doctest', 'builds', ['unittest discover', 'unittest ../x'], { options: { '-k -p': text, '-s -t': word } }),
  tool('ptw pytest-watch', 'serves', ['ptw tests', 'ptw ../tests']),
  // Environments are made without the network from what is there.
  tool('tox', 'builds', ['tox -e py312', 'tox -c ../tox.ini'], { options: { '-e --env -f': text, '-c --conf --workdir': word } }),
  tool('nox', 'builds', ['nox -s tests', 'nox -f ../noxfile.py'], {
    options: { '-s --session -t --tag -k -p': text, '-f --noxfile': word },
  }),
  {
    names: 'coverage',
    toolchain: 'python',
    rows: [
      row('run', 'builds', 'coverage run -m pytest', 'coverage run ../a.py', {
        options: { '-m': text, '--rcfile --source --include --omit': word },
      }),
      row('report|debug|lcov|--version', 'looks', 'coverage report', 'coverage erase'),
      row('html|xml|json|combine|annotate|erase', 'builds', 'coverage html', 'coverage html -d ../x'),
    ],
  },
]

const CHECKERS: readonly Program[] = [
  {
    names: 'ruff',
    toolchain: 'python',
    rows: [
      row('check', 'looks', 'ruff check src', 'ruff check --fix src', {
        options: {
          '--select --ignore --extend-select --output-format --target-version --line-length': text,
          '--config -o --output-file': word,
        },
        raises: { ...raise('changes', '--fix --unsafe-fixes --fix-only --add-noqa -o --output-file'), ...raise('serves', '-w --watch') },
      }),
      row('format', 'changes', 'ruff format src', 'ruff format ../src'),
      row('rule|config|linter|version|--version|-V|help|--help|analyze', 'looks', 'ruff --version', 'ruff server'),
      row('clean', 'builds', 'ruff clean', 'ruff server'),
      row('server', 'serves', 'ruff server', 'ruff server --config ../x'),
    ],
  },
  tool('black isort autopep8 yapf docformatter autoflake pyupgrade djhtml blue', 'builds', ['black --check src', 'black ../src'], {
    options: { '-l --line-length -t --target-version --profile': text, '--config --settings-path': word, '-c --code': text },
  }),
  tool('flake8 pylint pycodestyle pydocstyle pyflakes bandit vulture radon xenon interrogate codespell yamllint djlint', 'builds', [
    'flake8 src',
    'flake8 ../src',
  ]),
  tool('mypy dmypy pyright basedpyright pytype pyre ty', 'builds', ['mypy src --strict', 'mypy ../src'], {
    options: { '-p --package -m --module -c --command': text, '--config-file --python-executable --project -p': word },
    raises: {
      ...raise('code', '-c --command --python-executable'),
      ...raise('fetches', '--install-types'),
      ...raise('serves', '-w --watch'),
    },
  }),
  tool('safety pip-audit', 'sends', ['pip-audit', 'pip-audit -r ../x']),
  tool('pip-compile pip-sync', 'fetches', ['pip-compile', 'pip-compile ../x']),
  {
    names: 'pre-commit',
    toolchain: 'python',
    rows: [
      row('run', 'fetches', 'pre-commit run --all-files', 'pre-commit install'),
      row('install|uninstall|install-hooks|init-templatedir|gc|clean', 'installs', 'pre-commit install', 'pre-commit install -c ../x'),
      row('autoupdate|try-repo', 'fetches', 'pre-commit autoupdate', 'pre-commit install'),
      row('validate-config|sample-config|--version', 'looks', 'pre-commit --version', 'pre-commit install'),
    ],
  },
]

const APPLICATIONS: readonly Program[] = [
  {
    names: 'django-admin',
    toolchain: 'python',
    otherwise: 'builds',
    rows: [
      row('check|showmigrations|diffsettings|--version|version|help', 'looks', 'django-admin check', 'django-admin migrate'),
      row(
        'startproject|startapp|makemigrations|makemessages|compilemessages|test|collectstatic',
        'builds',
        'django-admin startapp a',
        'django-admin migrate',
      ),
      row(
        'migrate|flush|loaddata|dbshell|sqlflush|createsuperuser|changepassword|createcachetable',
        'controls',
        'django-admin migrate',
        'django-admin dumpdata -o ../x',
      ),
      row('dumpdata|inspectdb', 'controls', 'django-admin dumpdata', 'django-admin dumpdata -o ../x'),
      row('runserver|testserver', 'serves', 'django-admin runserver', 'django-admin shell'),
      row('shell', 'code', 'django-admin shell', 'django-admin shell ../x'),
      row('sendtestemail', 'sends', 'django-admin sendtestemail a@b.c', 'django-admin sendtestemail ../x'),
    ],
  },
  {
    names: 'flask',
    toolchain: 'python',
    options: { '-A --app -e --env-file': word },
    otherwise: 'builds',
    rows: [
      row('run', 'serves', 'flask run', 'flask shell'),
      row('routes|--version', 'looks', 'flask routes', 'flask shell'),
      row('shell', 'code', 'flask shell', 'flask shell ../x'),
      row('db', 'controls', 'flask db upgrade', 'flask db upgrade -d ../x'),
    ],
  },
  tool(
    'uvicorn gunicorn hypercorn daphne waitress-serve granian',
    'serves',
    ['uvicorn app:app', 'uvicorn --app-dir ../x app:app'],
    GATEWAY,
  ),
  tool('fastapi', 'serves', ['fastapi dev app.py', 'fastapi dev ../app.py']),
  tool('streamlit gradio chainlit panel bokeh voila', 'serves', ['streamlit run app.py', 'streamlit run ../app.py']),
  {
    names: 'mkdocs',
    toolchain: 'python',
    rows: [
      row('build|new', 'builds', 'mkdocs build --strict', 'mkdocs gh-deploy'),
      row('serve', 'serves', 'mkdocs serve', 'mkdocs gh-deploy'),
      row('get-deps|--version|-V', 'looks', 'mkdocs --version', 'mkdocs gh-deploy'),
      row('gh-deploy', 'sends', 'mkdocs gh-deploy', 'mkdocs gh-deploy -f ../x'),
    ],
  },
  tool('celery rq dramatiq huey', 'controls', ['celery -A app worker', 'celery -A app --workdir ../x worker'], {
    options: { '-A --app': text },
  }),
  {
    names: 'jupyter',
    toolchain: 'python',
    otherwise: 'serves',
    rows: [
      row('notebook|lab|server|console', 'serves', 'jupyter lab', 'jupyter lab ../x'),
      row('nbconvert|execute', 'builds', 'jupyter nbconvert --to script a.ipynb', 'jupyter nbconvert ../a.ipynb'),
      row('kernelspec|--version|--paths|troubleshoot', 'looks', 'jupyter --version', 'jupyter lab'),
      row('labextension|nbextension|serverextension', 'installs', 'jupyter labextension list', 'jupyter labextension install ../x'),
    ],
  },
  {
    names: 'alembic',
    toolchain: 'python',
    options: { '-c --config': word, '-n --name -x': text },
    rows: [
      row('history|heads|branches|show|--version|list_templates', 'looks', 'alembic history', 'alembic upgrade head'),
      row('init|edit', 'changes', 'alembic init migrations', 'alembic upgrade head'),
      row(
        'upgrade|downgrade|stamp|current|check|revision|merge|ensure_version',
        'controls',
        'alembic upgrade head',
        'alembic -c ../x upgrade head',
      ),
    ],
  },
  tool('sphinx-build sphinx-apidoc sphinx-quickstart pdoc pdoc3', 'builds', ['sphinx-build docs out', 'sphinx-build docs ../out']),
  tool('scrapy yt-dlp youtube-dl httpie http https', 'sends', ['yt-dlp https://example.com/a', 'yt-dlp -o ../a https://example.com/a']),
  tool('huggingface-cli hf wandb dvc mlflow kaggle', 'sends', [
    'huggingface-cli download a/b',
    'huggingface-cli download --local-dir ../x a/b',
  ]),
]

/** Modules of the standard library and of build tools, for `python -m`. */
const MODULES: readonly Program[] = [
  tool('py_compile compileall tabnanny ast dis tokenize pyclbr symtable pickletools', 'builds', [
    'py_compile src/a.py',
    'py_compile ../a.py',
  ]),
  tool('json.tool', 'changes', ['json.tool a.json', 'json.tool ../a.json'], { operands: 'changed' }),
  tool('zipfile tarfile zipapp', 'deletes', ['zipfile -e a.zip out', 'zipfile -e a.zip ../out'], { operands: 'changed' }),
  tool('build setuptools wheel cython cythonize', 'builds', ['build --no-isolation', 'build ../x']),
  tool('calendar this site sysconfig platform inspect pydoc', 'builds', ['sysconfig', 'pydoc -p 80'], {
    raises: raise('serves', '-p -b'),
  }),
  tool('cProfile profile trace timeit pdb', 'builds', ['cProfile -s time a.py', 'cProfile ../a.py'], { options: { '-s -o -m': text } }),
  tool('http.server SimpleHTTPServer xmlrpc.server', 'serves', ['http.server 8000', 'http.server -d ../x']),
  tool('smtplib ftplib telnetlib webbrowser', 'sends', ['webbrowser http://example.com', 'webbrowser ../x']),
  tool('idlelib asyncio IPython ipython bpython ptpython', 'code', ['IPython', 'IPython ../x']),
]

export const PYTHON_TOOLS: readonly Program[] = [...TESTERS, ...CHECKERS, ...APPLICATIONS, ...MODULES]
