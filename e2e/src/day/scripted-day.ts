// One hour of an agent on a small Node project: thirty calls as they come, reading and changing.

export interface DayCall {
  readonly tool: string
  readonly params: Readonly<Record<string, unknown>>
}

const run = (command: string): DayCall => ({ tool: 'run_command', params: { command } })
const edit = (path: string, old_text: string, new_text: string): DayCall => ({ tool: 'edit_file', params: { path, old_text, new_text } })

export const DAY_FILES: Readonly<Record<string, string>> = {
  'package.json':
    '{"name":"sum","version":"1.0.0","type":"module","scripts":{"test":"node --test","typecheck":"node --check src/sum.js"}}\n',
  'src/sum.js': 'export const sum = (a, b) => a - b\n',
  'src/old.js': 'export const old = 1\n',
  'test/sum.test.js':
    "import assert from 'node:assert'\nimport { test } from 'node:test'\nimport { sum } from '../src/sum.js'\ntest('sums', () => assert.equal(sum(1, 2), 3))\n",
}

/** `root` is the absolute path of the workspace, which agents write in every fourth command. `port` is a service on this machine. */
export const scriptedDay = (root: string, port: number): readonly DayCall[] => [
  run('pwd && ls -la'),
  run(`cat ${root}/package.json`),
  { tool: 'read_file', params: { path: 'src/sum.js' } },
  run(`cd ${root} && git status --short && git log --oneline -5`),
  { tool: 'search_in_project', params: { query: 'sum' } },
  run('grep -rn "sum" src | head -20'),
  run("sed -n '1,40p' test/sum.test.js"),
  run('npm test 2>&1 | tail -20'),
  edit('src/sum.js', 'a - b', 'a + b'),
  run(`cd ${root} && npm test`),
  { tool: 'execute_command', params: { command: 'npm', args: ['test'] } },
  run('npm run typecheck 2>&1 || true'),
  run('git diff --stat && git diff src/sum.js'),
  run('for f in src/*.js; do echo "== $f"; wc -l "$f"; done'),
  run('find . -name "*.js" -not -path "*/node_modules/*" | sort'),
  run('mkdir -p src/math'),
  run('mv src/sum.js src/math/sum.js'),
  run("sed -i 's#../src/sum.js#../src/math/sum.js#' test/sum.test.js"),
  run('npm test 2>&1 | tail -5'),
  run('rm src/old.js'),
  run('[ -f src/old.js ] && echo still || echo gone'),
  { tool: 'write_file', params: { path: 'README.md', content: '# sum\n' } },
  run('ls src test 2>/dev/null; echo "exit $?"'),
  run(`curl -s http://127.0.0.1:${port}/health`),
  run('npm test'),
  run('cat <<EOF\ndone\nEOF'),
  run('rg -n "export" src || true'),
  edit('README.md', '# sum', '# Sum'),
  run('git status --short'),
  run('timeout 60 npm test 2>&1 | grep -c pass'),
]
