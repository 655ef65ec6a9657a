import { describe, expect, test } from 'vitest'
import type { Rule } from '../policy-file.ts'
import { matchesCommands } from './match-commands.ts'

const rule = (kind: Rule['do'], ...commands: string[]): Rule => ({
  name: 'x',
  do: kind,
  commands,
  cover_high: false,
  why: 'x',
  examples: { match: [], no_match: [] },
})

const call = (...lines: string[]) => ({ tool: 'execute_command', paths: [], commands: lines.map((line) => line.split(' ')) })

describe('a rule that denies or asks', () => {
  test.each([
    ['git push', 'git push'],
    ['git push', 'git -P push'],
    ['git push', 'git -C . push --force'],
    ['git push', 'git --no-pager -c a=b --git-dir x push'],
    ['git push', 'git --git-dir=x push origin main'],
    ['git push', 'git --new-option push'],
    ['git push', 'git --new-option value push'],
    ['git push', 'git send-pack origin'],
    ['git push', 'git subtree --prefix lib push'],
    ['git push', 'git -c alias.p=push p'],
    ['git push', 'git p'],
    ['git push', 'git submodule foreach git push'],
    ['git push', 'git rebase --exec x main'],
    ['git push', 'find . -name x -exec git -P push ;'],
    ['git push', 'npm exec -- git push'],
    ['git push', 'npm exec --package x git push'],
    ['git push', 'npx -c x'],
    ['git push --force', 'git push origin --force'],
    ['git push --force', 'git push --forc origin'],
    ['git push -f', 'git push -vf origin'],
    ['git add', 'git stage .'],
    ['npm publish', 'npm --prefix x publish'],
    ['npm publish', 'npm --prefix=x publish'],
    ['npm publish', 'npm --color always publish'],
    ['npm publish', 'npm -s publish'],
    ['npm publish', 'npm -- publish'],
    ['npm publish', 'npm pub'],
    ['npm install', 'npm i left-pad'],
    ['npm i', 'npm add left-pad'],
    ['npm install', 'npm it'],
    ['npm test', 'npm t'],
    ['npm t', 'npm run test'],
    ['npm run test', 'npm tst'],
    ['npm run deploy', 'npm run-script deploy'],
    ['npm run deploy', 'npm runScript deploy'],
    ['npm run deploy', 'npm run --silent deploy'],
    ['npm run deploy', 'npm --workspace a run -s deploy -- x'],
    ['docker push', 'docker --context x push image'],
    ['docker push', 'docker -H tcp://x image push it'],
    ['cargo test', 'cargo t --all'],
    ['cargo test', 'cargo +nightly --locked test'],
    ['pnpm install', 'pnpm --filter x i'],
    ['pnpm run deploy', 'pnpm -r deploy'],
    ['yarn publish', 'yarn workspace a publish'],
    ['yarn publish', 'yarn workspaces foreach -A publish'],
    ['pip install', 'pip3 --quiet install x'],
    ['pip install', 'python3 -m pip install x'],
    ['pip install', 'python -I -W ignore -mpip install x'],
    ['python -m http.server', 'python3 -u -m http.server 8000'],
    ['python -m http.server', 'python3 -mhttp.server'],
    ['git', 'git -C x anything'],
  ])('on "%s" is about "%s"', (prefix, line) => {
    expect(matchesCommands(rule('deny', prefix), call(line))).toBe(true)
    expect(matchesCommands(rule('ask', prefix), call('ls', line))).toBe(true)
  })

  test.each([
    ['git push', 'git pull'],
    ['git push', 'git commit -m push'],
    ['git push', 'git -P commit -m push'],
    ['git push', 'git -C push status'],
    ['git push', 'git log push'],
    ['git push', 'git help push'],
    ['git push', 'git stash push'],
    ['git push --force', 'git push origin main'],
    ['npm publish', 'npm install publish'],
    ['npm publish', 'npm run publish'],
    ['npm run deploy', 'npm run build -- deploy'],
    ['npm run', 'npm test'],
    ['npm test', 'npm run tests'],
    ['pip install', 'python x.py -m pip install'],
    ['cargo test', 'cargo build test'],
    ['docker push', 'docker ps push'],
    ['git push', 'ls git push'],
  ])('on "%s" is not about "%s"', (prefix, line) => {
    expect(matchesCommands(rule('deny', prefix), call(line))).toBe(false)
  })

  test('is about a command whose further words nobody knows yet', () => {
    const open = (...openCommands: string[][]) => ({ tool: 'run_command', paths: [], commands: [], openCommands })
    expect(matchesCommands(rule('deny', 'git push'), open(['git', '-C']))).toBe(true)
    expect(matchesCommands(rule('deny', 'git push'), open([]))).toBe(true)
    expect(matchesCommands(rule('deny', 'git push'), open(['git', 'commit', '-m']))).toBe(false)
    expect(matchesCommands(rule('deny', 'git push'), open(['npm']))).toBe(false)
  })

  test('costs little, however many options there are', () => {
    const words = ['npm', ...Array.from({ length: 4000 }, () => '-x'), 'ls']
    expect(matchesCommands(rule('deny', 'npm run a b c d'), { tool: 'execute_command', paths: [], commands: [words] })).toBe(false)
    const nested = Array.from({ length: 4000 }, () => 'npx')
    expect(matchesCommands(rule('deny', 'git push'), { tool: 'execute_command', paths: [], commands: [nested] })).toBe(true)
  })
})

describe('a rule that allows', () => {
  test.each([
    ['git status', 'git status --short'],
    ['git status', 'git --no-pager status'],
    ['git add', 'git stage .'],
    ['npm install', 'npm i'],
    ['npm test', 'npm run test'],
    ['pip install', 'pip3 install x'],
    ['python -m pytest', 'python3 -m pytest -q'],
  ])('on "%s" covers "%s"', (prefix, line) => {
    expect(matchesCommands(rule('allow', prefix), call(line))).toBe(true)
  })

  test.each([
    ['git status', 'git -C elsewhere status'],
    ['git status', 'git -c core.fsmonitor=x status'],
    ['git status', 'git --new-option status'],
    ['git status', 'git st'],
    ['npm test', 'npm --prefix x test'],
    ['npm install', 'npm it'],
    ['npm run build', 'npm run --silent build'],
    ['find', 'find . -exec git push ;'],
    ['npm exec', 'npm exec git push'],
    ['pip install', 'python evil.py -m pip install'],
  ])('on "%s" does not cover "%s"', (prefix, line) => {
    expect(matchesCommands(rule('allow', prefix), call(line))).toBe(false)
  })

  test('covers no line of which one command is not known', () => {
    expect(matchesCommands(rule('allow', 'git'), { ...call('git status'), openCommands: [['git', 'add']] })).toBe(false)
    expect(matchesCommands(rule('allow', 'git'), call('git status', 'ls'))).toBe(false)
  })
})
