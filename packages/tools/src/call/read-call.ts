// One call of one tool: its parameters are parsed once, and the result is judged, described, previewed and run. Server, runner, stdio and
// `countersign policy check` all use this; what differs between them is passed in. Pure: no clock, no disk.
import {
  type CallSubject,
  decidingRule,
  type Facts,
  isRefused,
  listOffers,
  type Need,
  needsOf,
  type Policy,
  pathInside,
  type Refused,
  type Rule,
  refusalOf,
} from '@countersign/policy'
import {
  type BodyReference,
  describeField,
  describeIssue,
  type ErrorCode,
  Failure,
  failureForm,
  findReferences,
  hasReference,
  type Isolation,
  joinProblems,
  type ListEntry,
  type Preview,
  type QuestionAnswer,
  type Risk,
  type ScriptRef,
  type Sentence,
  sentence,
  verbatim,
  withTexts,
} from '@countersign/protocol'
import type * as z from 'zod'
import { CATALOGUE } from '../catalogue.ts'
import type { AnyTool, CallPiece, ClearedCall, Tool } from '../define-tool.ts'
import { type HostSignal, narrowHost, narrowPreviewHost, type Ports, type Power, type PreviewPorts } from '../hosts/powers.ts'
import { piecesOf, scriptsOf } from './call-pieces.ts'

const byName = new Map(CATALOGUE.flatMap((tool) => [tool.name, ...tool.aliases].map((name) => [name, tool] as const)))

export const findTool = (nameOrAlias: string): AnyTool | undefined => byName.get(nameOrAlias)

/** Everything that a judgement depends on besides the call. */
export interface Guard extends Omit<Facts, 'extraCommands'> {
  /** The server's policy file. */
  readonly policy: Pick<Policy, 'rules' | 'extraCommands'>
  /** The runner's own rules: they deny or ask, and never allow. */
  readonly runnerRules?: readonly Rule[] | undefined
}

export interface CallJudgement {
  readonly risk: Risk
  /** For the operator: what the tool found, and which rules ask. */
  readonly reasons: readonly Sentence[]
  readonly network: boolean
  /** What it needs besides the workspace and its own sandbox. */
  readonly needs: readonly Need[]
  /** What needs an answer in it, each with the classes that one answer may cover. */
  readonly pieces: readonly CallPiece[]
  /** The scripts of the workspace that it runs by name: an answer binds their text. */
  readonly scripts: readonly ScriptRef[]
  /** What an answer may add to the project's list of commands. */
  readonly listOffers: readonly ListEntry[]
  /** The rule of the policy file that asks or allows; a rule that denies becomes a refusal. */
  readonly rule: Rule | undefined
  /** One entry for each rule that asks, the runner's first: only a person's own answer clears such a call. */
  readonly asks: readonly Sentence[]
  /** What rules look at: requested and resolved names, and commands. */
  readonly subject: CallSubject
  /** The files that the call names, as written. */
  readonly paths: readonly string[]
  /** What a question shows to the operator. */
  readonly shown?: Preview
}

/** A guard that cannot decide never allows: anything thrown becomes a refusal. */
export function judgeInput<Schema extends z.ZodObject, Output extends z.ZodObject, Uses extends Power>(
  tool: Tool<Schema, Output, Uses>,
  input: z.output<Schema>,
  { policy, runnerRules = [], ...facts }: Guard,
): CallJudgement | Refused {
  try {
    const all: Facts = { ...facts, extraCommands: policy.extraCommands }
    const judgement = tool.judge(input, all)
    if (isRefused(judgement)) return judgement
    const { paths, ...commands } = tool.concerns(input, all)
    const subject = { tool: tool.name, paths: withResolved(paths, all), ...commands }
    const own = decidingRule(runnerRules, subject)
    const rule = decidingRule(policy.rules, subject)
    if (own?.do === 'deny') return refuseCall('POLICY_DENIED', describeRule(own, 'subject.denied-by-runner-rule'))
    if (rule?.do === 'deny') return refuseCall('POLICY_DENIED', describeRule(rule))
    const { risk, network, findings } = judgement
    const reasons = findings.map((finding) => finding.sentence)
    const pieces = piecesOf({
      rated: judgement,
      facts: all,
      paths: subject.paths,
      changesNamedFiles: tool.changesNamedFiles === true,
      classes: () => tool.classesOf?.(input, all) ?? [],
      classesOfPart: tool.classesOfPart,
      judge: (given) => tool.judge(input, given),
    })
    const needs = needsOf(judgement)
    const rated = {
      risk,
      network,
      needs,
      paths,
      subject,
      pieces,
      scripts: scriptsOf(pieces),
      listOffers: judgement.parts ? listOffers(judgement.parts, all) : [],
    }
    // The operator is asked in any case, so only a deny rule has an effect on a question.
    if (tool.question) return { ...rated, reasons, rule: undefined, asks: [], shown: tool.question.show(input) }
    return { ...rated, reasons: [...reasons, ...reasonsOf(own, rule)], rule, asks: asksOf(own, rule) }
  } catch (error) {
    if (error instanceof Failure) return { refusal: refusalOf(error.code, error.messageForm) }
    const problem = error instanceof Error ? error.message : typeof error
    return refuseCall('INVALID_ARGUMENTS', sentence('subject.call-not-judged', { problem }))
  }
}

export const refuseCall = (code: ErrorCode, subject: string | Sentence): Refused => ({
  refusal: refusalOf(code, failureForm(code, subject)),
})

function withResolved(paths: readonly string[], { resolve }: Facts): readonly string[] {
  const resolved = paths.flatMap((path) => {
    const found = resolve?.(path)
    return found && 'path' in found ? [found.path] : []
  })
  return [...new Set([...paths, ...resolved])]
}

type RuleForm = 'subject.denied-by-rule' | 'subject.denied-by-runner-rule'

const describeRule = ({ why, name }: Rule, form: RuleForm = 'subject.denied-by-rule'): Sentence => sentence(form, { why, rule: name })

const asksOf = (own: Rule | undefined, rule: Rule | undefined): Sentence[] => [
  ...(own ? [describeRule(own, 'subject.denied-by-runner-rule')] : []),
  ...(rule?.do === 'ask' ? [describeRule(rule)] : []),
]

const reasonsOf = (own: Rule | undefined, rule: Rule | undefined): Sentence[] => [
  ...(own ? [describeRule(own, 'subject.denied-by-runner-rule')] : []),
  ...(rule?.do === 'ask' ? [sentence('reason.rule-asks', { rule: rule.name, why: rule.why })] : []),
]

export type Params = Readonly<Record<string, unknown>>

export interface Call {
  readonly tool: AnyTool
  /** The parameters as parsed by the schema, with defaults. A body reference whose text was not needed stays a reference. */
  readonly input: Params
  judge(guard: Guard): JudgedCall | Refused
  /** One sentence for the operator, made only from the parameters. */
  ask(): Sentence
  /** A preview that needs no file; null if the tool has none. */
  show(facts: { readonly isolation: Isolation; readonly network: boolean }): Preview | null
  /** A preview that needs the files. It gets no method that changes anything. */
  preview(ports: PreviewPorts & HostSignal): Promise<Preview>
  /** The tool gets only what its `uses` names. */
  run(ports: Ports & HostSignal): Promise<Record<string, unknown>>
  /** For a question: the result that this answer makes. Fails with INVALID_ARGUMENTS if the question has no such answer. */
  settle(answer: QuestionAnswer): Record<string, unknown>
  /** For a question: the answer as it may be recorded, without a text that is a secret. */
  recordable(answer: QuestionAnswer): QuestionAnswer
  /** For a question: the call that this answer clears in advance. */
  clears(answer: QuestionAnswer): ClearedCall | undefined
}

export type JudgedCall = Call & CallJudgement

export interface Reading {
  /** Set if the person calls or has answered: only then do the tools and parameters exist that only the person may use. */
  readonly byOperator?: boolean | undefined
  /** Set if Countersign itself asks. */
  readonly byCountersign?: boolean | undefined
  /** By parameter, the texts that `neededTexts` names; a Failure if a text cannot be read. */
  readonly texts?: Readonly<Record<string, string | Failure>> | undefined
  /** The root of the workspace, as given and resolved: paths that begin with it are read as paths inside. */
  readonly roots?: readonly string[] | undefined
}

/** A call of this tool, or of the tool that has this name or alias. */
export function readCall(
  called: AnyTool | string,
  params: Params,
  { byOperator = false, byCountersign = false, texts = {}, roots = [] }: Reading = {},
): Call | Refused {
  const tool = typeof called === 'string' ? findTool(called) : called
  if (!tool || (tool.forOperator && !byOperator) || (tool.byCountersign && !byCountersign))
    return refuseCall('TOOL_NOT_FOUND', tool?.name ?? String(called))
  const read: Record<string, string> = {}
  for (const name of Object.keys(neededTexts(tool, params))) {
    const text = texts[name]
    if (text === undefined) return refuseCall('INVALID_ARGUMENTS', describeField(name, sentence('problem.send-text')))
    if (text instanceof Failure) return { refusal: refusalOf(text.code, text.messageForm) }
    read[name] = text
  }
  const given = withPathsInside(withTexts(params, read), roots)
  const schema = byOperator ? (tool.answeredInput ?? tool.input) : tool.input
  const parsed = schema.safeParse(given)
  if (!parsed.success) return refuseCall('INVALID_ARGUMENTS', explain(parsed.error, given))
  return createCall(tool, parsed.data, { tool, input: { ...parsed.data, ...findReferences(params), ...read } })
}

/** In every tool, the parameters of these names are paths of the workspace, and no others are. */
export const PATH_PARAMETERS: readonly string[] = ['path', 'from', 'to', 'cwd', 'paths']

function withPathsInside(params: Params, roots: readonly string[]): Params {
  if (roots.length === 0) return params
  const inside = (value: unknown): unknown => (typeof value === 'string' ? pathInside(value, roots) : value)
  const named = PATH_PARAMETERS.filter((name) => params[name] !== undefined)
  return {
    ...params,
    ...Object.fromEntries(named.map((name) => [name, Array.isArray(params[name]) ? params[name].map(inside) : inside(params[name])])),
  }
}

/** Parses and judges the call. */
export function judgeCall(toolName: string, params: Params, guard: Guard & Reading): JudgedCall | Refused {
  const call = readCall(toolName, params, guard)
  return 'refusal' in call ? call : call.judge(guard)
}

/**
 * The body references whose text must be read before a call can be judged: texts that the tool judges as a whole, and everything that a
 * question shows.
 */
export const neededTexts = (tool: AnyTool, params: Params): Record<string, BodyReference> =>
  Object.fromEntries(Object.entries(findReferences(params)).filter(([name]) => tool.question || tool.judgesWhole?.includes(name)))

function createCall<Schema extends z.ZodObject, Output extends z.ZodObject, Uses extends Power>(
  tool: Tool<Schema, Output, Uses>,
  parsed: z.output<Schema>,
  named: Pick<Call, 'tool' | 'input'>,
): Call {
  const call: Call = {
    ...named,
    judge(guard) {
      const judgement = judgeInput(tool, parsed, guard)
      return 'refusal' in judgement ? judgement : { ...call, ...judgement }
    },
    ask: () => tool.ask(parsed),
    show: (facts) => tool.show?.(parsed, facts) ?? null,
    async preview(ports) {
      if (!tool.preview) throw new Failure('INVALID_ARGUMENTS', { subject: sentence('tool.nothing-to-show', { tool: tool.name }) })
      requireWhole(named.input)
      return tool.preview(parsed, narrowPreviewHost(tool.uses, ports))
    },
    async run(ports) {
      if (!tool.run) throw new Failure('TOOL_NOT_FOUND', { subject: verbatim(tool.name) })
      requireWhole(named.input)
      return tool.run(parsed, narrowHost(tool.uses, ports))
    },
    settle: (answer) => requireQuestion(tool).settle(parsed, answer),
    recordable: ({ text, ...answer }) => (text === undefined || requireQuestion(tool).isSecret?.(parsed) ? answer : { ...answer, text }),
    clears: (answer) => requireQuestion(tool).clears?.(parsed, answer),
  }
  return call
}

/** A text that was not read is replaced by an empty one: enough for a judgement, never for a run. */
function requireWhole(input: Params): void {
  if (hasReference(input)) throw new Error('a call with unresolved body references cannot run')
}

function requireQuestion<Schema extends z.ZodObject, Output extends z.ZodObject, Uses extends Power>(tool: Tool<Schema, Output, Uses>) {
  if (!tool.question) throw new Failure('TOOL_NOT_FOUND', { subject: verbatim(tool.name) })
  return tool.question
}

const MAX_SHOWN_PROBLEMS = 5

const explain = ({ issues }: z.ZodError, given: unknown): Sentence =>
  joinProblems(
    issues.slice(0, MAX_SHOWN_PROBLEMS).map((issue) => describeField(issue.path.join('.') || 'parameters', describeIssue(issue, given))),
  )
