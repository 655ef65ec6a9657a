// The verdict on a command or a script in the modes `ask` and `rehearse`. Everything that stands in the way is told at once.
import { hasOddCharacters, type Sentence, sentence } from '@countersign/protocol'
import { readHidingCharacters } from '../command/parse-call.ts'
import {
  type Facts,
  type Finding,
  highestRisk,
  type Judgement,
  judgeSafely,
  printable,
  type Rated,
  type Refusal,
  rate,
  refusalOf,
  refuse,
} from '../risk/index.ts'
import { followScript } from '../script/follow/follow.ts'
import { agree } from '../script/read/agree.ts'
import { type Dialect, isPlainPosix } from '../script/read/dialect.ts'
import { readScript } from '../script/read/read-script.ts'
import { NotUnderstood, type Statement } from '../script/read/script.ts'
import { type Field, type FollowedRedirection, plainField, type Run } from '../script/run.ts'
import { SHELL_LIMITS } from '../shell/shell-limits.ts'
import { type Found, found, type JudgeAgain, join, NOTHING, notUnderstood, type ProgramCall } from './found.ts'
import { judgeProgram } from './judge-program.ts'
import { judgeSuspect } from './places.ts'
import { refuseNetworkCode } from './programs/interpreters.ts'
import { judgeRedirection } from './shell/redirections.ts'
import { judgeOwnVariable, withVariables } from './shell/variables.ts'

export interface ScriptContext {
  readonly facts: Facts
  /** Relative to the workspace; its root if omitted. */
  readonly cwd?: string
  /** The shell that reads it; bash if omitted. */
  readonly dialect?: Dialect
}

export const judgeScript = (text: unknown, context: ScriptContext): Judgement =>
  judgeSafely(() => {
    if (typeof text !== 'string') return refuse('INVALID_ARGUMENTS', sentence('subject.line-not-text'))
    return refuseText(text) ?? toJudgement(findInScript(text, context), context.facts)
  })

/** A program without a shell: the same rules for its words. */
export const judgeArguments = (command: string, args: readonly string[], facts: Facts): Judgement =>
  judgeSafely(() => {
    const hidden = readHidingCharacters(args)
    return toJudgement(
      join(findInArguments(command, args, facts), { ...NOTHING, beside: highestRisk(hidden.findings), findings: hidden.findings }),
      facts,
    )
  })

export const findInArguments = (command: string, args: readonly string[], facts: Facts): Found =>
  judgeProgram({
    name: command,
    args: args.map(plainField),
    folders: ['.'],
    upstream: undefined,
    inputText: undefined,
    isFed: false,
    facts,
    judge: createJudge(facts),
    depth: 0,
  })

function refuseText(line: string): Judgement | undefined {
  if (hasOddCharacters(line, { multiline: true }))
    return refuse(
      'INVALID_ARGUMENTS',
      sentence('subject.unseen-characters', { text: printable(line, 'characters that cannot be seen: ') }),
      sentence('advice.plain-characters'),
    )
  if (line.length > SHELL_LIMITS.maxLineCharacters)
    return refuse('INVALID_ARGUMENTS', sentence('subject.too-many-characters', { count: SHELL_LIMITS.maxLineCharacters }))
  return line.trim() === '' ? refuse('INVALID_ARGUMENTS', sentence('subject.line-empty'), sentence('advice.plain-commands')) : undefined
}

export function findInScript(text: string, context: ScriptContext): Found {
  const { facts, cwd = '.' } = context
  const script = readText(text, context)
  if (script instanceof NotUnderstood) return notUnderstood(script.text)
  const { runs, unclear } = followScript(script, {
    folder: cwd,
    roots: facts.roots ?? [],
    readText: (inner) => {
      const read = readText(inner, context)
      return read instanceof NotUnderstood ? undefined : read
    },
  })
  const judge = createJudge(facts)
  const judged = runs.map((run) => judgeRun(run, facts, judge))
  return join(found('LOW', 'everyday.shell'), ...judged, ...[...unclear].map(notUnderstood))
}

function readText(text: string, { facts, dialect = 'bash' }: ScriptContext): Statement | NotUnderstood {
  const script = readScript(text)
  if (script instanceof NotUnderstood) return script
  const root = facts.parseShell?.(text)
  const isAgreed = root && !root.hasError && !root.isError && !root.isMissing && agree(script, root)
  return isAgreed && (dialect === 'bash' || isPlainPosix(script)) ? script : new NotUnderstood(text)
}

const createJudge = (facts: Facts): JudgeAgain => ({
  program: judgeProgram,
  script: (text, { folders, depth }, dialect = 'bash') =>
    depth > 4 ? notUnderstood(text) : join(...folders.map((folder) => findInScript(text, { facts, cwd: folder, dialect }))),
})

function judgeRun(run: Run, facts: Facts, judge: JudgeAgain): Found {
  const { fields, assignments, redirections, folders, upstream, isBackground, isSubstituted } = run
  const [name, ...args] = fields
  const input = redirections.findLast(isInput)
  const inputText = input && /^<<[<-]?$/.test(input.operator) && !input.target.isOpen ? input.target.text : undefined
  const call: ProgramCall | undefined = name && {
    name: name.text,
    args,
    folders,
    upstream: input ? withInput(input, upstream) : upstream,
    inputText,
    isFed: upstream !== undefined || input !== undefined,
    facts,
    judge,
    depth: 0,
  }
  return join(
    name
      ? withVariables(passedOn(name, assignments), judgeCall(call, name))
      : join(...assignments.map((one) => judgeOwnVariable(one.name, one.value))),
    ...redirections.map((redirection) => judgeRedirection(redirection, folders, facts)),
    // `cat $(echo .env)`: another command may use such a word as a path.
    ...(isSubstituted ? args.map((field) => judgeSuspect(field, folders, facts)) : []),
    isBackground ? found('HIGH', 'shell.background', 'process') : NOTHING,
  )
}

/** `3<<EOF` is another file than the standard input, and `0>&3` makes that one the input. */
const isInput = ({ operator, descriptor }: FollowedRedirection): boolean =>
  descriptor === '' ? operator.startsWith('<') : Number(descriptor) === 0

function judgeCall(call: ProgramCall | undefined, name: Field): Found {
  if (!call) return NOTHING
  return name.isOpen ? join(refuseNetworkCode({ ...call, args: [name] }), notUnderstood(name.text)) : judgeProgram(call)
}

/** `bash < <(curl …)`, `bash <<< "$(curl …)"` and `sh < /dev/tcp/…` read what a pipe would bring. */
function withInput(input: Run['redirections'][number], upstream: readonly Run[] | undefined): readonly Run[] | undefined {
  const opened: Run = { ...NO_RUN, redirections: [input] }
  const from = /^\/dev\/(?:tcp|udp)\//.test(input.target.text) ? [...input.target.from, opened] : input.target.from
  return from.length === 0 ? upstream : [...(upstream ?? []), ...from]
}

const NO_RUN: Run = {
  fields: [],
  assignments: [],
  redirections: [],
  folders: [],
  upstream: undefined,
  isBackground: false,
  isSubstituted: false,
}

/** `IFS= read` divides a line of input and nothing else. */
const passedOn = ({ text }: Field, assignments: Run['assignments']): Run['assignments'] =>
  text === 'read' ? assignments.filter(({ name }) => name !== 'IFS') : assignments

function toJudgement(all: Found, facts: Facts): Judgement {
  const [first, ...more] = distinct(all.refusals, ({ message }) => message)
  if (first) return { refusal: more.length === 0 ? first : withOthers(first, more) }
  const bare = facts.isolation === 'sandbox' ? [] : [{ risk: 'MEDIUM' as const, sentence: sentence('reason.no-sandbox') }]
  const rated = rate(tidy([...all.findings, ...bare]), all.network)
  return { ...rated, parts: all.parts, beside: all.beside } satisfies Rated
}

/** LOW findings are of interest only where nothing else is. */
function tidy(findings: readonly Finding[]): Finding[] {
  const above = findings.filter(({ risk }) => risk !== 'LOW')
  return distinct(above.length > 0 ? above : findings, (finding) => JSON.stringify(finding))
}

const distinct = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
]

const MAX_OTHERS = 8

function withOthers(first: Refusal, more: readonly Refusal[]): Refusal {
  const others: readonly Sentence[] = more.slice(0, MAX_OTHERS).map(({ messageForm }) => messageForm)
  return refusalOf(first.code, first.messageForm, sentence('advice.also-refused', { advice: first.adviceForm, others }))
}
