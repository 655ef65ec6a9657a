import { inEnglish, sentence } from '@countersign/protocol'
import { describe, expect, it } from 'vitest'
import { type Facts, isRefused, type Judgement } from '../risk/index.ts'
import { ALLOWED_COMMANDS, COMMAND_LIMITS, judgeCommand, NEVER_COMMANDS, WRAPPER_COMMANDS } from './index.ts'

const facts: Facts = { isolation: 'sandbox' }
const judge = (line: string, more: Partial<Facts> = {}): Judgement => {
  const [command, ...args] = line.split(' ')
  return judgeCommand({ command, args }, { ...facts, ...more })
}
const messageOf = (judgement: Judgement) => (isRefused(judgement) ? `${judgement.refusal.message}. ${judgement.refusal.advice}` : '')

describe('which commands', () => {
  it('every allowed command has an analyser, and none is on the never list', () => {
    for (const command of ALLOWED_COMMANDS) {
      expect(messageOf(judge(command))).not.toMatch(/^Command not allowed/)
      expect(NEVER_COMMANDS.has(command) || WRAPPER_COMMANDS.has(command)).toBe(false)
    }
  })

  it('a refusal names the command and what to use instead', () => {
    expect(messageOf(judge('rm -rf x'))).toBe('Command not allowed: rm. Use delete_file.')
    expect(messageOf(judge('env -i ls'))).toBe('Command not allowed: env (it would run ls). Call that itself.')
    expect(messageOf(judge('docker ps'))).toMatch(/^Command not allowed: docker\. /)
  })

  it('the policy file adds commands, at HIGH unless it says MEDIUM, never the forbidden ones', () => {
    const extraCommands = new Map([
      ['make', 'MEDIUM'],
      ['cargo', 'HIGH'],
      ['rm', 'MEDIUM'],
      ['bash', 'MEDIUM'],
      ['./x', 'MEDIUM'],
      ['mkfs.ext4', 'HIGH'],
      ['git', 'MEDIUM'],
    ] as const)
    expect(judge('make all', { extraCommands })).toMatchObject({ risk: 'MEDIUM' })
    expect(judge('cargo build', { extraCommands })).toMatchObject({ risk: 'HIGH' })
    for (const line of ['rm x', 'bash -c ls', './x', 'mkfs.ext4 /dev/x', 'make -C ../x', 'make -f .env'])
      expect(isRefused(judge(line, { extraCommands }))).toBe(true)
    expect(judge('git push', { extraCommands })).toMatchObject({ risk: 'HIGH' })
  })

  it('without a sandbox reading asks, and says why', () => {
    expect(judge('ls', { isolation: 'none' })).toMatchObject({
      risk: 'MEDIUM',
      findings: expect.arrayContaining([{ risk: 'MEDIUM', sentence: sentence('reason.no-sandbox') }]),
    })
  })
})

describe('what a verdict tells', () => {
  it.each([
    ['npm install', 'MEDIUM', true],
    ['npm ci', 'MEDIUM', true],
    ['npm run build', 'MEDIUM', false],
    ['npm publish', 'HIGH', true],
    ['npm exec x', 'HIGH', true],
    ['npm init vite', 'HIGH', true],
    ['npm -- publish', 'HIGH', true],
    ['npm install o/r', 'HIGH', true],
    ['git clone https://example.com/r', 'MEDIUM', true],
    ['git fetch', 'MEDIUM', true],
    ['git pull', 'MEDIUM', true],
    ['git push', 'HIGH', true],
    ['git ls-remote', 'HIGH', true],
    ['git submodule update', 'HIGH', true],
    ['git remote show origin', 'HIGH', true],
    ['git remote -v', 'MEDIUM', false],
    ['git status --short', 'MEDIUM', false],
    ['git diff HEAD~1..HEAD --stat -- src', 'MEDIUM', false],
    ['git log --oneline --graph -n 5', 'MEDIUM', false],
    ['git commit -am x', 'MEDIUM', false],
    ['git commit -nm x', 'HIGH', false],
    ['git checkout main', 'MEDIUM', false],
    ['git checkout -- a.ts', 'HIGH', false],
    ['git checkout .', 'HIGH', false],
    ['git checkout HEAD~5 src', 'HIGH', false],
    ['git checkout -b new origin/main', 'MEDIUM', false],
    ['git branch -D x', 'HIGH', false],
    ['git clean -fd', 'HIGH', false],
    ['git stash', 'MEDIUM', false],
    ['git stash drop', 'HIGH', false],
    ['git -c a=b status', 'HIGH', false],
    ['git nosuch', 'HIGH', false],
    ['node a.js', 'MEDIUM', false],
    ['node --test', 'MEDIUM', false],
    ['node -e 1', 'HIGH', false],
    ['node -', 'HIGH', false],
    ['python3 a.py x', 'MEDIUM', false],
    ['python -m pytest', 'MEDIUM', false],
    ['python -m pip install x', 'HIGH', true],
    ['python -c 1', 'HIGH', false],
    ['python -v', 'HIGH', false],
    ['python -V', 'MEDIUM', false],
    ['tar -cf a.tar src', 'HIGH', false],
    ['tar -cf h:a.tar src', 'HIGH', true],
    ['gcc a.c', 'HIGH', false],
    ['locate x', 'HIGH', false],
    ['find . -delete', 'HIGH', false],
    ['grep -rn x .', 'LOW', false],
  ])('%s is %s, network %s', (line, risk, network) => {
    expect(judge(line)).toMatchObject({ risk, network })
  })

  it('packing says that secrets may be among the files', () => {
    expect(judge('tar -cf a.tar .')).toMatchObject({
      findings: expect.arrayContaining([{ risk: 'HIGH', sentence: sentence('command.packs-folders') }]),
    })
  })

  it.each([
    ['cat ../x', 'PATH_OUTSIDE_WORKSPACE'],
    ['cat .env', 'SENSITIVE_FILE'],
    ['cat a:b.txt/c', 'PATH_OUTSIDE_WORKSPACE'],
    ['cat ab:c', 'INVALID_PATH'],
    ['git show HEAD:.env', 'SENSITIVE_FILE'],
    ['git config --global a b', 'PATH_OUTSIDE_WORKSPACE'],
    ['git credential fill', 'COMMAND_NOT_ALLOWED'],
    ['find . -exec rm {} ;', 'COMMAND_NOT_ALLOWED'],
  ])('%s is refused as %s', (line, code) => {
    const judged = judge(line)
    expect(isRefused(judged) && judged.refusal.code).toBe(code)
  })

  it('a link is judged by what it resolves to', () => {
    expect(isRefused(judge('cat link', { resolve: () => ({ outside: true }) }))).toBe(true)
    expect(isRefused(judge('grep x link', { resolve: () => ({ path: '.env' }) }))).toBe(true)
    expect(judge('cat link', { resolve: () => ({ path: 'README.md' }) })).toMatchObject({ risk: 'LOW' })
  })

  it('too many or too long arguments are refused', () => {
    expect(isRefused(judgeCommand({ command: 'echo', args: Array(COMMAND_LIMITS.maxArguments + 1).fill('x') }, facts))).toBe(true)
    expect(isRefused(judgeCommand({ command: 'echo', args: ['x'.repeat(COMMAND_LIMITS.maxCharacters)] }, facts))).toBe(true)
    expect(judgeCommand({ command: 'echo', args: Array(COMMAND_LIMITS.maxArguments).fill('x') }, facts)).toMatchObject({ risk: 'LOW' })
    expect(judgeCommand({ command: 'echo', args: undefined }, facts)).toMatchObject({ risk: 'LOW' })
    expect(isRefused(judgeCommand({ command: 'echo', args: Array(3) }, facts))).toBe(true)
  })
})

describe('npm, where it writes', () => {
  it.each([
    ['version', 'Changes the version in package.json'],
    ['version patch', 'Changes the version in package.json'],
    ['--silent verison minor', 'Changes the version in package.json'],
    ['shrinkwrap', 'Writes npm-shrinkwrap.json'],
    ['pkg set scripts.test=x', 'changes package.json'],
    ['pkg --json delete scripts', 'changes package.json'],
    ['audit fix', 'changes the packages of the workspace'],
    ['dedupe', 'Gets packages'],
    ['prune', 'Changes the packages'],
    ['config set x=y', 'changes settings'],
    ['cache clean', 'Changes the cache'],
    ['init -y', 'Writes package.json'],
    ['approve-scripts x', 'Changes which scripts'],
  ])('npm %s says so', (words, reason) => {
    const judgement = judgeCommand({ command: 'npm', args: words.split(' ') }, { isolation: 'sandbox' })
    const said = isRefused(judgement) ? [] : judgement.findings.map((finding) => `${finding.risk} ${inEnglish(finding.sentence)}`)
    expect(said).toContainEqual(expect.stringMatching(new RegExp(`^(MEDIUM|HIGH) .*${reason}`)))
    expect(said.join()).not.toContain('Reads the packages')
  })
})
