// Shows a turn as it runs: the agent's text on standard output, its calls and pending approvals on standard error.

import { type EventPayload, isEnd, type PartialStep, type StreamEvent, standingOf } from '@countersign/protocol'
import { dim, yellow } from '../../terminal/colours.ts'
import { ownName } from '../../terminal/own-name.ts'
import { render } from '../../terminal/render.ts'
import { shown } from '../../terminal/shown.ts'

export interface TurnView {
  /** True if the event ended the turn. */
  show(event: StreamEvent, of: { readonly turn_id: string; readonly session_id: string }): boolean
  /** The text of the current step that was missed while the stream was cut. */
  catchUp(partial: PartialStep): void
  /** Whether this message was already printed as it was written. */
  hasShown(messageId: string): boolean
}

const MAX_CHARACTERS = 120
const ENDS: readonly string[] = ['finished', 'stopped', 'failed']

export function createTurnView(): TurnView {
  const whole = new Set<string>()
  const calls = new Set<string>()
  const started = new Set<string>()
  let printed = 0
  let hasHole = false
  const endLine = () => {
    if (printed > 0) process.stdout.write('\n')
    printed = 0
    hasHole = false
  }
  const showFrom = ({ offset, text }: { readonly offset: number; readonly text: string }) => {
    hasHole = offset > printed
    if (hasHole || offset + text.length <= printed) return
    process.stdout.write(shown(text.slice(printed - offset), { multiline: true }))
    printed = offset + text.length
  }
  const showPiece = (piece: EventPayload<'chat.delta'>) => {
    if (piece.offset === 0) endLine()
    showFrom(piece)
  }
  const showMessage = ({ message_id, role, content }: EventPayload<'chat.message'>) => {
    if (role !== 'assistant') return
    if ((printed > 0 && !hasHole) || content === '') whole.add(message_id)
    endLine()
  }
  return {
    show: (event, { turn_id, session_id }) => {
      const { type, data } = event
      if (type === 'chat.delta' && data.turn_id === turn_id) showPiece(data)
      if (type === 'chat.message' && data.turn_id === turn_id) showMessage(data)
      if (type === 'tool.status' && (data.session_id === session_id || calls.has(data.tool_id))) {
        calls.add(data.tool_id)
        if (data.status === 'executing') started.add(data.tool_id)
        showCall(data, started.has(data.tool_id))
      }
      if (type === 'tool.approval_request' && data.session_id === session_id) showWaiting(data, 'approve')
      if (type === 'tool.question' && data.session_id === session_id) showWaiting(data, 'answer')
      return type === 'chat.turn' && data.turn_id === turn_id && ENDS.includes(data.status)
    },
    // Masked text does not line up with what was printed, so the whole message is printed at the end.
    catchUp: ({ offset, next, text }) => (text.length === next - offset ? showFrom({ offset, text }) : undefined),
    hasShown: (messageId) => whole.has(messageId),
  }
}

const print = (line: string): void => void process.stderr.write(`${line}\n`)

function showCall(
  { tool_name, tool_params = {}, status, error, error_form, error_code, timestamp }: EventPayload<'tool.status'>,
  hasStarted: boolean,
): void {
  const standing = standingOf({ status, error_code, started_at: hasStarted ? timestamp : null })
  if (status === 'executing') print(dim(shortened(`· ${tool_name} ${shown(JSON.stringify(tool_params))}`)))
  else if (isEnd(status) && status !== 'completed')
    print(dim(`· ${tool_name} ${standing}${error ? `: ${shown(render(error, error_form))}` : ''}`))
}

const shortened = (line: string): string => (line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line)

type Asked = EventPayload<'tool.approval_request'> | EventPayload<'tool.question'>

function showWaiting({ description, description_form, approval_id }: Asked, command: 'approve' | 'answer'): void {
  print(`${yellow('waiting')} for you: ${shown(render(description, description_form))}`)
  print(`  ${ownName} pending   ${dim('shows it whole')}`)
  print(`  ${ownName} ${command} ${approval_id}`)
}
