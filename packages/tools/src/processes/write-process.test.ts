// How text for a process is judged: by what reads it.
import type { Facts, ProcessFacts } from '@countersign/policy'
import type { InputKind } from '@countersign/protocol'
import { createShellGrammar } from '@countersign/shell-grammar'
import { describe, expect, it } from 'vitest'
import { inputKindOf, writeProcess } from '../index.ts'

const parseShell = await createShellGrammar().load()
const factsOf = (line: string, into?: InputKind): Facts => {
  const process: ProcessFacts = { key: 'call-1', line, cwd: '.', ...(into && { into }) }
  return { isolation: 'sandbox', parseShell, findProcess: (name) => (name === 'p' ? process : undefined) }
}
const judge = (text: string, facts: Facts) => writeProcess.judge(writeProcess.input.parse({ process_id: 'p', text }), facts)

describe('write_process', () => {
  it.each([
    ['npm init', 'program', 'MEDIUM'],
    ['python3 app.py', undefined, 'MEDIUM'],
    ['python3', undefined, 'HIGH'],
    ['python3 -i app.py', undefined, 'HIGH'],
    ['cat | bash', undefined, 'HIGH'],
    ['npm start', 'interpreter', 'HIGH'],
    ['npm start', 'shell', 'HIGH'],
  ] as const)('into %s, read by %s, it is %s', (line, into, risk) => {
    expect(judge('ls\n', factsOf(line, into))).toMatchObject({ risk })
  })

  it('holds the refusals of a shell line in a shell', () => {
    expect(judge('sudo rm -rf /\n', factsOf('bash', 'shell'))).toMatchObject({ refusal: { code: 'COMMAND_NOT_ALLOWED' } })
    expect(judge('cat .env\n', factsOf('bash', 'shell'))).toMatchObject({ refusal: { code: 'SENSITIVE_FILE' } })
    expect(judge('cat .env\n', factsOf('npm init', 'program'))).toMatchObject({ risk: 'MEDIUM' })
  })

  it('takes control characters only on their own, and shows them', () => {
    expect(judge('\u0003', factsOf('bash', 'shell'))).toMatchObject({ risk: 'HIGH' })
    expect(judge('y\u001b[A', factsOf('npm init', 'program'))).toMatchObject({ refusal: { code: 'INVALID_ARGUMENTS' } })
    const facts = { isolation: 'sandbox', network: false } as const
    expect(writeProcess.show?.({ process_id: 'p', text: '\u0003' }, facts)).toEqual({ kind: 'text', text: '⟨U+0003⟩' })
  })

  it('is refused for a process that the session does not have', () => {
    const input = writeProcess.input.parse({ process_id: 'q', text: 'y' })
    expect(writeProcess.judge(input, factsOf('cat'))).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
    expect(writeProcess.judge(input, { isolation: 'sandbox', parseShell })).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
  })

  it('offers this process as a class, by the call that started it', () => {
    const classes = writeProcess.classesOf?.(writeProcess.input.parse({ process_id: 'p', text: 'y' }), factsOf('npm init'))
    expect(classes).toMatchObject([{ key: 'write_process:call-1' }])
  })
})

it.each([
  [['bash'], '', 'shell'],
  [['/bin/sh', '-i'], '', 'shell'],
  [['bash', '--norc', '-c', 'read x'], 'Name: ', 'program'],
  [['bash', 'setup.sh'], '', 'program'],
  [['python3.12'], '', 'interpreter'],
  [['python3', 'app.py'], '(Pdb) ', 'interpreter'],
  [['python3', '-c', 'input()'], 'Name: ', 'program'],
  [['node', 'ask.mjs'], 'Go on? ', 'program'],
  [['make', 'shell'], 'me@host:/app$ ', 'interpreter'],
] as const)('%j with the prompt %j reads as a %s', (words, prompt, kind) => {
  expect(inputKindOf(words, prompt)).toBe(kind)
})
