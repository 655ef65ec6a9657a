// A tool is one frozen value in one file: its schema, its judgement, its texts for the person, what it does.

import type { CallSubject, CommandPart, Facts, Judgement } from '@countersign/policy'
import type { ErrorCode, Isolation, Preview, QuestionAnswer, questionAnswerSchema, Risk, ScriptRef, Sentence } from '@countersign/protocol'
import type * as z from 'zod'
import type { Host, Power, PreviewHost } from './hosts/powers.ts'

/** A class of calls that one answer may cover, such as all of `git commit`. */
export interface CallClass {
  readonly key: string
  readonly label: Sentence
  readonly covers: Sentence
  /** A warning for a class that is wider than it looks, read before choosing it. */
  readonly warning?: Sentence
  /** Set if it may be granted to the project, beyond the session. */
  readonly lasting?: true
  /** A grant for the class holds only while this script has the text that was shown. */
  readonly script?: ScriptRef
}

/** Something in a call that needs an answer: a command of a shell line, or a file. A call is covered if each of its pieces is. */
export interface CallPiece {
  readonly risk: Risk
  /** What may be offered: a grant for any of these covers the piece. Empty: only a person's own answer to this call does. */
  readonly classes: readonly CallClass[]
  /** Keys of further classes that cover it and are not offered here, such as the folders further up. */
  readonly within?: readonly string[]
}

export interface ToolExample<Input> {
  readonly title: string
  readonly input: Input
  readonly risk?: Risk
  readonly refuses?: ErrorCode
  /** Files that exist in the workspace before the example runs. */
  readonly given?: Readonly<Record<string, string>>
  /** Makes the workspace a git repository, with these files committed or not. */
  readonly repository?: true | 'uncommitted'
  /** Processes that are running before the example: their names and lines. */
  readonly running?: Readonly<Record<string, string>>
  /** A call that was made earlier in the same workspace, by its id. */
  readonly after?: { readonly tool_id: string; readonly tool_name: string; readonly tool_params: Readonly<Record<string, unknown>> }
  /** What the operator answers, for a tool that asks. */
  readonly answer?: z.input<typeof questionAnswerSchema>
}

/** A tool that asks the operator instead of running: the answer becomes its result, and no runner is needed. */
export interface OperatorQuestion<Input, Output> {
  /** Everything that the operator sees, made by the server. */
  show(input: Input): Preview
  /** The result that an answer makes. Fails with INVALID_ARGUMENTS if the question has no such answer. */
  settle(input: Input, answer: QuestionAnswer): Output
  /** The text of the answer is never recorded. */
  isSecret?(input: Input): boolean
  /** Set if a person at the agent's own client may answer too. Never with `clears`: such an answer allows nothing. */
  readonly atClient?: true
  /** The one call that this answer clears in advance, once, for the same session and agent; undefined if none. */
  clears?(input: Input, answer: QuestionAnswer): ClearedCall | undefined
}

export interface ClearedCall {
  readonly tool_name: string
  readonly tool_params: Readonly<Record<string, unknown>>
  readonly cover_high: boolean
  /** What the grant covers, as text. */
  readonly covers: Sentence
}

interface ToolWords<Schema extends z.ZodObject, Output extends z.ZodObject, Uses extends Power> {
  readonly name: string
  readonly aliases: readonly string[]
  readonly forModel: string
  readonly uses: readonly Uses[]
  readonly input: Schema
  /** What the parameters may be once a person has answered: more than an agent may send. */
  readonly answeredInput?: z.ZodObject
  readonly output: Output
  readonly fails: readonly ErrorCode[]
  readonly usualRisk: Risk
  /** Running it twice has the same effect as running it once, so a lost attempt may be repeated. */
  readonly idempotent: boolean
  /** Parameters whose whole text the judgement needs, even if they are sent by reference. */
  readonly judgesWhole?: readonly string[]
  /** Set if the result contains what people or programs wrote, such as a command's output: secrets in it are masked. */
  readonly maskResult?: true
  /** Set if only the person may call it: no agent is offered it, and an agent's call of it is TOOL_NOT_FOUND. */
  readonly forOperator?: true
  /** Set if only Countersign itself asks it: nobody is offered it, and nobody's call of it is accepted. */
  readonly byCountersign?: true
  judge(input: z.output<Schema>, facts: Facts): Judgement
  /** What a rule looks at: the files it names and the commands it runs. */
  concerns(input: z.output<Schema>, facts: Facts): Omit<CallSubject, 'tool'>
  /** One sentence for the operator, made only from the parameters. */
  ask(input: z.output<Schema>): Sentence
  /** What one answer may cover besides this call, narrowest first; empty if the next call could be anything. */
  classesOf?(input: z.output<Schema>, facts: Facts): readonly CallClass[]
  /** The same for one command of the call, where the judgement names the commands. */
  classesOfPart?(part: CommandPart): readonly CallClass[]
  /** Set if it changes the files that it names: one answer may cover a file or its folder. */
  readonly changesNamedFiles?: true
  /** How a success is reported to a model. */
  report(output: z.output<Output>, input: z.output<Schema>): string
  readonly examples: readonly ToolExample<z.input<Schema>>[]
}

/** A tool that the runner runs. */
export interface ToolDefinition<
  Schema extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
  Uses extends Power = Power,
> extends ToolWords<Schema, Output, Uses> {
  /** A preview that needs no file, made by the server. */
  show?(input: z.output<Schema>, facts: { isolation: Isolation; network: boolean }): Preview
  /** A preview that needs the files, made by the runner before anybody is asked. */
  preview?(input: z.output<Schema>, host: PreviewHost<Uses>): Promise<Preview>
  run(input: z.output<Schema>, host: Host<Uses>): Promise<z.input<Output>>
}

/** A tool that only asks the operator. */
export interface QuestionDefinition<Schema extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject>
  extends ToolWords<Schema, Output, never> {
  readonly question: OperatorQuestion<z.output<Schema>, z.input<Output>>
}

/** Either kind: it has `run` or `question`. */
export type Tool<Schema extends z.ZodObject, Output extends z.ZodObject, Uses extends Power> = ToolWords<Schema, Output, Uses> &
  Partial<Pick<ToolDefinition<Schema, Output, Uses>, 'show' | 'preview' | 'run'>> &
  Partial<Pick<QuestionDefinition<Schema, Output>, 'question'>>

/** A tool of the catalogue: only its own schema knows its parameters. `readCall` keeps the two together. */
export type AnyTool = Tool<z.ZodObject, z.ZodObject, Power>

export const defineTool = <Schema extends z.ZodObject, Output extends z.ZodObject, const Uses extends Power>(
  tool: ToolDefinition<Schema, Output, Uses>,
): ToolDefinition<Schema, Output, Uses> => Object.freeze(tool)

export const defineQuestion = <Schema extends z.ZodObject, Output extends z.ZodObject>(
  tool: QuestionDefinition<Schema, Output>,
): QuestionDefinition<Schema, Output> => Object.freeze(tool)
