import { sentence } from '@countersign/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Facts, isRefused, type Judgement } from '../risk/index.ts'
import { checkPath, isSensitive, judgePathUse, type PathUse, riskOfWriting, suspectPath } from './index.ts'

const words: Facts = { isolation: 'sandbox' }
const codeOf = (judgement: Judgement) => (isRefused(judgement) ? judgement.refusal.code : undefined)
const linked = (target: ReturnType<NonNullable<Facts['resolve']>>): Facts => ({ isolation: 'sandbox', resolve: () => target })

describe('the words of a path', () => {
  it.each([
    ['./src//index.ts', 'src/index.ts'],
    ['src/', 'src'],
    ['.', '.'],
    ['workspace/README.md', 'workspace/README.md'],
    ['a/./b', 'a/b'],
  ])('%s is normalised to %s', (path, normalised) => {
    expect(checkPath(path)).toEqual({ path: normalised })
  })

  it('an empty path is the root only where a folder is meant', () => {
    expect(checkPath('', { emptyIsRoot: true })).toEqual({ path: '.' })
    expect(codeOf(judgePathUse('', 'list', words))).toBeUndefined()
    expect(codeOf(judgePathUse('', 'read', words))).toBe('INVALID_PATH')
  })
})

describe('the use of a path', () => {
  it.each<[PathUse, string]>([
    ['read', 'LOW'],
    ['list', 'LOW'],
    ['create_directory', 'MEDIUM'],
    ['write', 'MEDIUM'],
    ['move', 'MEDIUM'],
    ['delete', 'HIGH'],
  ])('%s of an ordinary file is %s', (use, risk) => {
    expect(judgePathUse('src/index.ts', use, words)).toMatchObject({
      risk,
      network: false,
      findings: [{ risk, sentence: { slots: { path: 'src/index.ts' } } }],
    })
  })

  it('a program is never written, whatever is approved', () => {
    const judged = judgePathUse('tool.exe', 'write', words)
    expect(isRefused(judged) && judged.refusal).toMatchObject({
      code: 'PERMISSION_DENIED',
      message: expect.stringMatching(/^File type not allowed: tool\.exe/),
    })
    expect(codeOf(judgePathUse('tool.exe', 'read', words))).toBeUndefined()
  })

  it('what is moved away is rated like a write in its own words, and may be a program', () => {
    expect(judgePathUse('package.json', 'move', words)).toMatchObject({
      risk: 'HIGH',
      findings: [{ sentence: sentence('reason.moves-self-running', { path: 'package.json' }) }],
    })
    expect(judgePathUse('tool.exe', 'move', words)).toMatchObject({ risk: 'HIGH' })
    expect(codeOf(judgePathUse('.env', 'move', words))).toBe('SENSITIVE_FILE')
    expect(codeOf(judgePathUse('.', 'move', words))).toBe('INVALID_PATH')
  })

  it('the root is neither written nor deleted', () => {
    expect(codeOf(judgePathUse('.', 'delete', words))).toBe('INVALID_PATH')
    expect(codeOf(judgePathUse('./', 'write', words))).toBe('INVALID_PATH')
  })

  it('a link that leaves the workspace is refused', () => {
    expect(codeOf(judgePathUse('link', 'read', linked({ outside: true })))).toBe('PATH_OUTSIDE_WORKSPACE')
  })

  it('both the requested and the resolved name must pass', () => {
    expect(codeOf(judgePathUse('notes.md', 'read', linked({ path: '.env' })))).toBe('SENSITIVE_FILE')
    expect(codeOf(judgePathUse('.env', 'read', linked({ path: 'notes.md' })))).toBe('SENSITIVE_FILE')
    expect(codeOf(judgePathUse('notes.md', 'write', linked({ path: 'lib/x.so' })))).toBe('PERMISSION_DENIED')
  })

  it('of a folder to move is HIGH, whatever its name looks like', () => {
    expect(judgePathUse('next.js', 'move', linked({ path: 'next.js' }))).toMatchObject({ risk: 'MEDIUM' })
    expect(judgePathUse('next.js', 'move', linked({ path: 'next.js', isFolder: true }))).toMatchObject({ risk: 'HIGH' })
  })

  it('a pipe, a socket or a device can be listed, but neither read nor written', () => {
    const facts = linked({ path: 'a.md', isSpecial: true })
    for (const use of ['read', 'write', 'delete'] as const)
      expect(judgePathUse('a.md', use, facts)).toMatchObject({ refusal: { code: 'INVALID_PATH', message: 'Invalid path: a.md' } })
    expect(judgePathUse('a.md', 'list', facts)).toMatchObject({ risk: 'LOW' })
  })

  it('the risk is the higher of the requested and the resolved name', () => {
    expect(judgePathUse('notes.md', 'write', linked({ path: 'package.json' }))).toMatchObject({ risk: 'HIGH' })
    expect(judgePathUse('package.json', 'write', linked({ path: 'notes.md' }))).toMatchObject({ risk: 'HIGH' })
    expect(judgePathUse('notes.md', 'write', linked(undefined))).toMatchObject({ risk: 'MEDIUM' })
  })

  it('a folder called credentials is listed, a file of that name is not read', () => {
    expect(codeOf(judgePathUse('src/credentials', 'list', words))).toBeUndefined()
    expect(codeOf(judgePathUse('src/credentials', 'create_directory', words))).toBeUndefined()
    expect(codeOf(judgePathUse('src/credentials', 'read', words))).toBe('SENSITIVE_FILE')
    expect(codeOf(judgePathUse('.aws/credentials', 'list', words))).toBe('SENSITIVE_FILE')
    expect(codeOf(judgePathUse('Credentials', 'list', words))).toBeUndefined()
    expect(codeOf(judgePathUse('credentials.json', 'list', words))).toBe('SENSITIVE_FILE')
    expect(codeOf(judgePathUse('a/credentials/.env', 'list', words))).toBe('SENSITIVE_FILE')
  })

  it('a name that is what it resolves to is judged once', () => {
    const judged = judgePathUse('./a.md', 'write', linked({ path: 'a.md' }))
    expect(judged).toEqual({
      risk: 'MEDIUM',
      network: false,
      findings: [{ risk: 'MEDIUM', sentence: sentence('reason.writes', { path: 'a.md' }) }],
    })
  })

  it('a refusal says what is in the way', () => {
    const adviceOf = (judged: Judgement) => (isRefused(judged) ? judged.refusal.advice : '')
    expect(adviceOf(judgePathUse('a', 'read', linked({ outside: true })))).toBe('It is a link that leaves the workspace.')
    expect(adviceOf(judgePathUse('a', 'read', linked({ path: 'a', isSpecial: true })))).toMatch(/^It is a pipe, a socket or a device/)
    expect(judgePathUse('./', 'delete', words)).toMatchObject({
      refusal: { message: 'Invalid path: .', advice: 'Name a file inside the workspace.' },
    })
  })

  it('a failing disk is a refusal', () => {
    const facts: Facts = {
      isolation: 'sandbox',
      resolve: () => {
        throw new Error('EIO')
      },
    }
    expect(codeOf(judgePathUse('a', 'read', facts))).toBe('INVALID_ARGUMENTS')
  })
})

describe('the risk of writing', () => {
  it.each(['a.txt', 'a.md', 'config.json', 'a.py', 'a.js', 'a.ts', 'a.jsx', 'a.tsx', 'src/main.RS', 'tsconfig.json', 'src/config.ts'])(
    '%s is MEDIUM',
    (path) => {
      expect(riskOfWriting(path)).toMatchObject({ risk: 'MEDIUM' })
    },
  )

  it.each([
    'a.sh',
    'nginx.conf',
    'LICENSE',
    '.gitignore',
    'a.xyz',
    'package.json',
    'packages/a/Package.json',
    'Makefile',
    'Dockerfile',
    'Dockerfile.dev',
    '.github/workflows/ci.yml',
    '.vscode/settings.json',
    'vite.config.ts',
    '.eslintrc.json',
    '.gitattributes',
    '.mcp.json',
    '.claude/settings.json',
    'CLAUDE.md',
    'AGENTS.md',
    'conftest.py',
    'CMakeLists.txt',
    '.husky/pre-commit',
    'docker-compose.yml',
    '.GITHUB/x.md',
    'x.code-workspace',
    '.devcontainer.json',
    '.nvim.lua',
    'bunfig.toml',
    'karma.conf.js',
    'gradle/wrapper/gradle-wrapper.properties',
    '.aider.conf.yml',
    '.clinerules/x.md',
    '.run/start.xml',
  ])('%s is HIGH', (path) => {
    expect(riskOfWriting(path)).toMatchObject({ risk: 'HIGH' })
  })
})

describe('a word that may be a path', () => {
  it.each([
    '/x',
    '../x',
    '--out=/x',
    '-C..',
    '--a=b=../x',
    '-Wl,-rpath,/x',
    '@/etc/passwd',
    'file:///x',
    '--config=.env',
    '.git/config',
    '-f.env',
    '~/x',
  ])('%s is refused', (word) => {
    expect(suspectPath(word)).toBeDefined()
  })

  it.each(['x', '--flag', '--a=b', 'main..dev', 'https://example.com/r.git', 'fix ../x and /etc/passwd', '-n5', 'a=b', ''])(
    '%s passes',
    (word) => {
      expect(suspectPath(word)).toBeUndefined()
    },
  )
})

describe('for any input', () => {
  const uses = fc.constantFrom<PathUse>('read', 'list', 'write', 'create_directory', 'move', 'delete')
  const hostile = fc.string({
    unit: fc.oneof(
      fc.constantFrom('.', '/', '\\', '~', ':', ' ', 'e', 'n', 'v', 'git', '\0', '\u202e', 'İ', 'ß'),
      fc.string({ unit: 'binary', maxLength: 1 }),
    ),
    maxLength: 40,
  })

  it('there is a verdict', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.anything()), uses, (path, use) => {
        const judged = judgePathUse(path, use, words)
        return isRefused(judged) ? judged.refusal.message.length > 0 : judged.findings.length > 0
      }),
      { numRuns: 2000 },
    )
  })

  it('what passes has no way up, no root, nothing hidden and no secret, and passes again unchanged', () => {
    fc.assert(
      fc.property(hostile, (path) => {
        const checked = checkPath(path)
        if ('refusal' in checked) return true
        const safe = !/^[/~\\]|[\p{Cc}\p{Cf}:\\]/u.test(checked.path) && !checked.path.split('/').includes('..')
        const again = checkPath(checked.path)
        return safe && 'path' in again && again.path === checked.path
      }),
      { numRuns: 5000 },
    )
  })

  it('what lies below a sensitive folder is sensitive, in any case', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('.git', '.ssh', '.aws', '.gnupg', '.countersign', '.env'),
        fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 3 }),
        fc.boolean(),
        (folder, rest, upper) => isSensitive(['a', upper ? folder.toUpperCase() : folder, ...rest].join('/')),
      ),
    )
  })
})
