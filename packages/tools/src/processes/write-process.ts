// write_process: types text into the terminal of a process of run_persistent. A shell runs such a text as a line and an interpreter as code,
// so it is judged as that; to another program it is input.
import { type CallSubject, type Facts, type Finding, isRefused, type Judgement, type ProcessFacts, rate, refuse } from '@countersign/policy'
import { type InputKind, LIMITS, makeVisible, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { concernsOfLine, judgeLine } from '../commands/shell-line.ts'
import { type CallClass, defineTool } from '../define-tool.ts'
import { inputKindOf } from './input-kind.ts'
import { processName } from './process-name.ts'

const input = z.strictObject({
  process_id: processName,
  text: z
    .string()
    .min(1)
    .max(LIMITS.maxInputCharacters)
    .describe('As if typed: end a line with \\n. Control characters such as \\u0003 (Ctrl-C) are sent on their own'),
})
type Input = z.output<typeof input>

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/
const WORDS = /[^\s\p{Cc}]/u

/** Where no program waits, what the process was started with tells: any part of its line may read. */
function kindOf({ into, line, cwd }: ProcessFacts, facts: Facts): InputKind {
  if (into) return into
  const { commands } = concernsOfLine({ command: line, cwd }, facts)
  const kinds = commands.map((words) => inputKindOf(words))
  return kinds.find((kind) => kind === 'shell') ?? kinds.find((kind) => kind === 'interpreter') ?? 'program'
}

/** An alias, a function or another folder of a shell may give every word another meaning. */
const findingOf = (kind: InputKind, command: string): Finding => ({
  risk: kind === 'program' ? 'MEDIUM' : 'HIGH',
  sentence: sentence(`reason.input-to-${kind}`, { command }),
})
const CONTROLS: Finding = { risk: 'MEDIUM', sentence: sentence('reason.input-control') }

function judge({ process_id, text }: Input, facts: Facts): Judgement {
  const process = facts.findProcess?.(process_id)
  if (!process) return refuse('NOT_FOUND', sentence('process.none-to-write', { name: process_id }))
  const isControl = CONTROL.test(text)
  if (isControl && WORDS.test(text)) return refuse('INVALID_ARGUMENTS', sentence('problem.control-alone'))
  const kind = kindOf(process, facts)
  const findings = [findingOf(kind, process.line), ...(isControl ? [CONTROLS] : [])]
  if (kind !== 'shell' || isControl || text.trim() === '') return rate(findings, kind !== 'program')
  const line = judgeLine({ command: text.trim(), cwd: process.cwd }, facts)
  return isRefused(line) ? line : rate([...line.findings, ...findings], true)
}

function concerns({ process_id, text }: Input, facts: Facts): Omit<CallSubject, 'tool'> {
  const process = facts.findProcess?.(process_id)
  const isLine = process && kindOf(process, facts) === 'shell' && !CONTROL.test(text) && text.trim() !== ''
  return isLine ? concernsOfLine({ command: text.trim(), cwd: process.cwd }, facts) : { paths: [], commands: [] }
}

/** The key names the call that started the process: another process of the same name is another class. */
function classesOf({ process_id }: Input, { findProcess }: Facts): readonly CallClass[] {
  const process = findProcess?.(process_id)
  if (!process) return []
  return [
    {
      key: `write_process:${process.key}`,
      label: sentence('scope.process-label', { process: process_id }),
      covers: sentence('scope.process', { process: process_id, command: process.line }),
      warning: sentence('scope.process-warning'),
    },
  ]
}

export const writeProcess = defineTool({
  name: 'write_process',
  aliases: [],
  forModel: `Type text into the terminal of a process of run_persistent of this session, such as an answer and \\n, or \\u0003 for Ctrl-C. At most ${LIMITS.maxInputCharacters} characters. The operator is asked; into a shell or an interpreter it counts as a command. Never type passwords: the process asks the operator for them.`,
  uses: ['persistent:write'],
  input,
  output: z.strictObject({ success: z.literal(true), process_id: z.string(), bytes_written: z.int() }),
  fails: ['NOT_FOUND', 'INVALID_ARGUMENTS', 'COMMAND_NOT_ALLOWED', 'SENSITIVE_FILE', 'PATH_OUTSIDE_WORKSPACE', 'INVALID_PATH', 'CANCELLED'],
  usualRisk: 'MEDIUM',
  idempotent: false,
  judge,
  concerns,
  ask: ({ process_id, text }) => sentence('title.write-process', { process: process_id, text: text.trimEnd() || text }),
  classesOf,
  show: ({ text }) => ({ kind: 'text', text: makeVisible(text) }),
  run: async ({ process_id, text }, { persistent }) => {
    const { bytes } = await persistent.write({ processId: process_id, text })
    return { success: true as const, process_id, bytes_written: bytes }
  },
  report: ({ process_id, bytes_written }) => `Typed ${bytes_written} bytes into ${process_id}. What it prints: read_process.`,
  examples: [
    {
      title: 'an answer to a program',
      input: { process_id: 'log', text: 'yes\n' },
      given: { 'a.md': '' },
      running: { log: 'tail -f a.md' },
      risk: 'MEDIUM',
    },
    {
      title: 'Ctrl-C',
      input: { process_id: 'log', text: '\u0003' },
      given: { 'a.md': '' },
      running: { log: 'tail -f a.md' },
      risk: 'MEDIUM',
    },
    { title: 'code for an interpreter', input: { process_id: 'repl', text: 'print(1)\n' }, running: { repl: 'python3 -i' }, risk: 'HIGH' },
    {
      title: 'a control character among words',
      input: { process_id: 'log', text: 'ls\u0003' },
      given: { 'a.md': '' },
      running: { log: 'tail -f a.md' },
      refuses: 'INVALID_ARGUMENTS',
    },
    { title: 'one that was never started', input: { process_id: 'web', text: 'y\n' }, refuses: 'NOT_FOUND' },
  ],
})
