// An approval or question on a terminal: what is asked, what exactly would happen, why it is risky, how to answer.
// Everything that came from an agent is made visible first: no control or bidi character reaches the terminal.
import {
  type Approval,
  type ApprovalView,
  changedLines,
  type MaskedPart,
  type OfferedScope,
  type Preview,
  shownHunks,
  TAKEN_IN_PART,
} from '@countersign/protocol'
import { bold, dim, red, riskColour, yellow } from '../colours.ts'
import { ownName } from '../own-name.ts'
import { render, renderAll } from '../render.ts'
import { inLines, shown } from '../shown.ts'
import { changeLines } from './show-hunks.ts'
import { questionLines, reviewLines, waysToAnswer } from './show-question.ts'

export interface Showing {
  /** Gives each changed line of a file change its number. */
  readonly withLines?: boolean | undefined
}

export const approvalText = (approval: ApprovalView, now: number, showing: Showing = {}): string =>
  [
    ...askedLines(approval, now, showing),
    '',
    ...approval.scopes.slice(1).map(scopeLine),
    ...offerLines(approval),
    `  ${dim('id')} ${approval.id}`,
    `  ${dim('content')} sha256:${approval.digest}`,
    ...(approval.kind === 'question' ? waysToAnswer(approval) : waysToDecide(approval)),
  ].join('\n')

/** The approval without the instructions to answer it. */
export function askedLines(approval: ApprovalView, now: number, { withLines = false }: Showing = {}): string[] {
  const seconds = Math.max(0, Math.round((Date.parse(approval.expires_at) - now) / 1000))
  return [
    `${bold(shown(render(approval.description, approval.description_form)))}  ${riskColour(approval.risk_level)(approval.risk_level)}  ${dim(`${seconds} s left`)}`,
    `  ${dim('asked by')} ${shown(approval.agent)} ${dim('with')} ${approval.tool_name}${approval.mode ? dim(`, judged in mode ${approval.mode}`) : ''}`,
    ...renderAll(approval.reasons, approval.reasons_forms).map((reason) => `  ${dim('because')} ${shown(reason)}`),
    '',
    ...(approval.preview ? previewLines(approval.preview, withLines) : paramLines(approval.tool_params)),
    ...maskedLines(approval),
  ]
}

const PARTS: Record<MaskedPart, string> = {
  description: 'title',
  reasons: 'reasons',
  scopes: 'scope',
  tool_params: 'parameters',
  preview: 'preview',
}

/** Only the unmasked text has this digest. */
function maskedLines({ masked, unmasked_digest }: ApprovalView): string[] {
  if (masked.length === 0) return []
  const parts = masked.map((part) => PARTS[part]).join(', ')
  if (unmasked_digest !== undefined) return ['', `  ${yellow('unmasked')} ${dim(`records keep it masked: ${parts}`)}`]
  return ['', `  ${yellow('masked')} what looks like a secret: ${parts}. To see it: ${ownName} pending --unmasked`]
}

const waysToDecide = (approval: Approval): string[] => [
  `  ${ownName} approve ${approval.id}`,
  ...waysToKeep(approval),
  `  ${ownName} reject ${approval.id} --reason "…"`,
]

/** How to take a part, where there is something to choose from. */
function waysToKeep({ id, tool_name, preview }: Approval): string[] {
  if (preview?.kind !== 'diff' || !TAKEN_IN_PART.includes(tool_name)) return []
  const hunks = shownHunks(preview)
  const [split] = hunks.filter((hunk) => changedLines(hunk).length > 1)
  const some = hunks.length > 1 ? [`  ${ownName} approve ${id} --hunks 1  ${dim(`only some of the ${hunks.length} hunks`)}`] : []
  if (!split) return some
  const lines = `--lines ${split.number}:${changedLines(split)[0]}`
  return [...some, `  ${ownName} approve ${id} ${lines}  ${dim(`only some lines (${ownName} pending --lines numbers them)`)}`]
}

function scopeLine({ scope, class: name, covers, covers_form, matched, recent, warning, warning_form }: OfferedScope): string {
  const option = name !== undefined && (warning || scope === 'project') ? `--scope ${scope} --class "${name}"` : `--scope ${scope}`
  const before = matched ? ` (calls of the last 30 days that it would have covered: ${matched}${latest(recent)})` : ''
  return `  ${dim(`${option}:`)} ${shown(render(covers, covers_form))}${before}${warning ? `. ${red(render(warning, warning_form))}` : ''}`
}

const offerLines = ({ list_offers: offers = [] }: Approval): string[] =>
  offers.map(({ kind, name }) => {
    const what = kind === 'command' ? `"${shown(name)}"` : `the commands of ${shown(name)}`
    return `  ${dim('--list:')} adds ${what} to this project's list of commands`
  })

const latest = (recent: OfferedScope['recent'] = []): string =>
  recent.length === 0 ? '' : `, such as ${recent.map(({ title, title_form }) => shown(render(title, title_form))).join('; ')}`

function previewLines(preview: Preview, withLines: boolean): string[] {
  if (preview.kind === 'text') return [`  ${inLines(renderAll(preview.text.split('\n'), preview.text_forms).join('\n'))}`]
  if (preview.kind === 'command') return commandLines(preview)
  if (preview.kind === 'shell') return shellLines(preview)
  if (preview.kind === 'question') return questionLines(preview)
  if (preview.kind === 'review') return reviewLines(preview)
  if (preview.kind === 'input') return inputLines(preview)
  return changeLines(preview, withLines)
}

/** A long text is shown completely; its length warns that there is more than the window shows. */
const lengthOf = (text: string): string => (text.length > 80 ? dim(` (${text.length} characters)`) : '')

const commandLines = (preview: Extract<Preview, { kind: 'command' }>): string[] => [
  `  ${dim('command')}  ${shown(preview.command)}`,
  ...preview.args.map((argument, index) => `  ${dim(`arg ${index + 1}`.padEnd(8))} ${shown(argument)}${lengthOf(argument)}`),
  ...placeLines(preview),
]

/** A shell line may contain line breaks; each is shown as a line break. */
const shellLines = (preview: Extract<Preview, { kind: 'shell' }>): string[] => [
  ...shown(preview.line, { multiline: true })
    .split('\n')
    .map((line, index) => `  ${dim(index === 0 ? 'shell  ' : '       ')}  ${line}`),
  ...placeLines(preview),
]

const inputLines = ({ process_id, command, output, secret }: Extract<Preview, { kind: 'input' }>): string[] => [
  `  ${dim('process')}  ${shown(process_id)}: ${inLines(command)}`,
  ...shown(output, { multiline: true })
    .split('\n')
    .map((line) => `  ${dim('│')} ${line}`),
  ...(secret ? [`  ${yellow('secret')}   what you type is not shown and not recorded`] : []),
]

const placeLines = (preview: Extract<Preview, { kind: 'command' | 'shell' }>): string[] => [
  `  ${dim('in')}       ${preview.cwd === '.' ? 'the workspace' : shown(preview.cwd)}, ${preview.timeout_seconds === null ? 'until it is stopped' : `${preview.timeout_seconds} s at most`}${preview.silence_seconds === undefined ? '' : `, ${preview.silence_seconds} s without output`}`,
  `  ${dim('sandbox')}  ${preview.isolation === 'sandbox' ? 'yes' : 'none: it runs with your own rights'}`,
  `  ${dim('network')}  ${preview.network ? 'the internet and services on this machine' : 'no'}`,
]

const paramLines = (params: Record<string, unknown>): string[] =>
  Object.entries(params).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `  ${dim(name)} ${inLines(text)}${lengthOf(text)}`
  })
