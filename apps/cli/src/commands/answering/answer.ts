// countersign answer: a person's answer to an agent's question, from a terminal.
import { makeVisible } from '@countersign/policy'
import { type Approval, type Preview, type QuestionAnswer, questionAnswerSchema, SEND_INPUT } from '@countersign/protocol'
import { connect } from '../../connection/connect.ts'
import { green } from '../../terminal/colours.ts'
import { printJson, printLine } from '../../terminal/print.ts'
import { readTypedLine } from '../../terminal/read-typed-line.ts'
import { UsageError } from '../../terminal/report-error.ts'
import { chooseWaiting } from './choose-waiting.ts'

export interface AnswerOptions {
  readonly data?: string
  readonly json?: boolean
  readonly action?: string
  readonly comment?: string
  /** Comma-separated numbers of hunks, or `all`. */
  readonly take?: string
  readonly drop?: string
  /** Each `NUMBER=words`. */
  readonly commentOn?: readonly string[]
  readonly coverHigh?: boolean
  /** What is typed into a process that waits for input. */
  readonly text?: string
}

export async function answer(id: string | undefined, options: AnswerOptions): Promise<void> {
  const { client, projectId } = await connect({ data: options.data, role: 'operator', decides: true })
  const q = await chooseWaiting(client, { projectId, kind: 'question', id })
  const { approval } = await client.getApproval({ params: { p: projectId, a: q } })
  const text = await inputText(approval, options)
  const view = await client.answerQuestion({
    params: { p: projectId, q },
    body: answerOf(approval, { ...options, ...(text !== undefined && { text }) }),
  })
  if (options.json) printJson(view)
  else printLine(`${green('ok')} ${view.status} ${view.approval_id}`)
}

/** A secret is never an argument, which every user of this machine can read: it is typed here, or comes on the standard input. */
async function inputText({ preview }: Pick<Approval, 'preview'>, { action, text }: AnswerOptions): Promise<string | undefined> {
  if (preview?.kind !== 'input' || (action !== undefined && action !== SEND_INPUT)) return text
  if (preview.secret && text !== undefined) throw new UsageError('this is asked for as a secret: leave out --text, and type it when asked')
  return text ?? readTypedLine({ prompt: `${makeVisible(preview.output.split('\n').at(-1) ?? '')} `, isSecret: preview.secret })
}

export function answerOf({ preview }: Pick<Approval, 'preview'>, options: AnswerOptions): QuestionAnswer {
  const chosen = chosenHunks(preview, options)
  const comments = commentsOn(options.commentOn ?? [])
  const action = options.action ?? impliedAction(chosen, options.text)
  if (!action) throw new UsageError(`name your choice: ${waysToChoose(preview)}`)
  return questionAnswerSchema.parse({
    action,
    ...(options.text !== undefined && { text: options.text }),
    ...(options.comment && { comment: options.comment }),
    ...(chosen && { chunks_selected: chosen }),
    ...(Object.keys(comments).length > 0 && { chunk_comments: comments }),
    cover_high: options.coverHigh ?? false,
  })
}

function impliedAction(chosen: readonly number[] | undefined, text: string | undefined): string | undefined {
  if (chosen) return 'apply'
  return text === undefined ? undefined : SEND_INPUT
}

function waysToChoose(preview: Preview | null): string {
  if (preview?.kind === 'input') return '--text TEXT, --action end, or --action dismissed'
  if (preview?.kind === 'review') return '--take 1,2 or --take all, --drop 3, or --action cancel'
  return '--action ACTION, or --action dismissed'
}

/** The hunks to keep: those named, or all except those dropped. */
function chosenHunks(preview: Preview | null, { take, drop }: AnswerOptions): number[] | undefined {
  if (take === undefined && drop === undefined) return undefined
  if (preview?.kind !== 'review') throw new UsageError('--take and --drop are for the hunks of a review; this question has none')
  const all = preview.files.flatMap(({ hunks }) => hunks.map(({ number }) => number))
  const dropped = drop === undefined ? [] : numbers(drop, '--drop')
  const taken = take === undefined || take === 'all' ? all : numbers(take, '--take')
  const unknown = [...taken, ...dropped].filter((number) => !all.includes(number))
  if (unknown.length > 0) throw new UsageError(`there is no hunk ${unknown.join(', ')}; the hunks are 1 to ${all.length}`)
  return taken.filter((number) => !dropped.includes(number))
}

function numbers(text: string, option: string): number[] {
  const words = text.split(',').map((word) => word.trim())
  if (words.some((word) => !/^[1-9]\d{0,6}$/.test(word)))
    throw new UsageError(`${option} takes numbers with commas between them: ${option} 1,3`)
  return [...new Set(words.map(Number))]
}

function commentsOn(texts: readonly string[]): Record<string, string> {
  const entries = texts.map((text) => /^([1-9]\d{0,6})=([\s\S]+)$/.exec(text))
  if (entries.includes(null)) throw new UsageError('--comment-on takes the number of a hunk and words: --comment-on 2="why not"')
  return Object.fromEntries(entries.map((entry) => [entry?.[1], entry?.[2]]))
}
