// A question on a terminal: what the agent wrote, marked as the agent's, the hunks of a review with their numbers, how to answer.
import { type Approval, DISMISSED, type Preview } from '@countersign/protocol'
import { bold, dim, red, riskColour } from '../colours.ts'
import { ownName } from '../own-name.ts'
import { render, renderAll } from '../render.ts'
import { diffLines, inLines, shown } from '../shown.ts'

type QuestionPreview = Extract<Preview, { kind: 'question' }>
type ReviewPreview = Extract<Preview, { kind: 'review' }>

const agentSays = (message: string): string => `  ${dim('the agent wrote')} ${inLines(message)}`

export const questionLines = ({ message, message_form, actions }: QuestionPreview): string[] => [
  agentSays(render(message, message_form)),
  ...actions.map((action) => `  ${dim('action')} ${shown(action)}`),
  `  ${dim('Your answer approves nothing: what needs an approval still asks.')}`,
]

export const reviewLines = ({ message, files }: ReviewPreview): string[] => [
  ...(message ? [agentSays(message)] : []),
  ...files.flatMap((file) => [
    `  ${bold(`${file.change} ${file.from ? `${shown(file.from)} → ` : ''}${shown(file.path)}`)}  ${riskColour(file.risk_level)(file.risk_level)}`,
    ...renderAll(file.reasons, file.reasons_forms).map((reason) => `  ${dim('because')} ${shown(reason)}`),
    ...file.hunks.flatMap(({ number, diff }) => [`  ${bold(`hunk ${number}`)}`, ...diffLines(diff)]),
  ]),
]

/** Lines to paste. An action's text comes from the agent, so the line contains a placeholder instead. */
export function waysToAnswer({ id, preview }: Approval): string[] {
  const answer = `  ${ownName} answer ${id}`
  if (preview?.kind !== 'review') return [`${answer} --action "…"`, `${answer} --action ${DISMISSED}`]
  const high = preview.files.some(({ risk_level }) => risk_level === 'HIGH')
  return [
    `${answer} --take all${high ? red(' --cover-high') : ''}`,
    `${answer} --drop 2 --comment-on 2="why not"`,
    `${answer} --action cancel --comment "…"`,
  ]
}
