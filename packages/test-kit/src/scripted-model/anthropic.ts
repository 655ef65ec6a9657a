// Anthropic's Messages format.
import { type Format, namedFrame } from './format.ts'
import { argumentsOf, piecesOf, type ScriptedStep, usageOf } from './script.ts'
import { joinAnswers, type SeenEntry, textOf } from './seen-request.ts'

interface Block {
  readonly type: string
  readonly text?: string
  readonly id?: string
  readonly name?: string
  readonly input?: unknown
  readonly tool_use_id?: string
  readonly content?: unknown
}

export const SIGNATURE = 'signed by the script'

export const anthropic: Format = {
  name: 'anthropic',
  path: /\/messages$/,
  read: (body) => ({
    model: String(body.model),
    system: textOf(body.system),
    tools: ((body.tools ?? []) as { name: string }[]).map(({ name }) => name),
    entries: joinAnswers((body.messages as { role: string; content: string | Block[] }[]).flatMap(entriesOf)),
  }),
  write: (step, id) => {
    const { input, output } = usageOf(step)
    const message = { id, type: 'message', role: 'assistant', model: 'scripted', content: [], stop_reason: null, stop_sequence: null }
    return {
      content: [
        namedFrame('message_start', { message: { ...message, usage: { input_tokens: input, output_tokens: 1 } } }),
        ...blocksOf(step, id).flatMap(framesOf),
      ],
      end: [
        namedFrame('message_delta', { delta: { stop_reason: stopReason(step), stop_sequence: null }, usage: { output_tokens: output } }),
        namedFrame('message_stop'),
      ],
    }
  },
  refusal: ({ type = 'api_error', message = 'refused by the script' }) => ({ type: 'error', error: { type, message } }),
  failure: namedFrame('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
}

function entriesOf({ role, content }: { role: string; content: string | Block[] }): SeenEntry[] {
  const blocks: Block[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  if (role === 'assistant') {
    const uses = blocks.filter(({ type }) => type === 'tool_use')
    const calls = uses.map(({ id = '', name = '', input }) => ({ id, name, arguments: input }))
    return [{ role: 'assistant', text: textOf(blocks.filter(({ type }) => type === 'text')), calls }]
  }
  return blocks.map((block) =>
    block.type === 'tool_result'
      ? { role: 'result', callId: block.tool_use_id ?? '', text: textOf(block.content) }
      : { role: 'user', text: block.text ?? '' },
  )
}

interface WrittenBlock {
  readonly start: object
  readonly deltas: readonly object[]
}

function blocksOf(step: ScriptedStep, id: string): WrittenBlock[] {
  const pieces = piecesOf(step)
  const thinking = { thinking: step.reasoning }
  return [
    ...(step.reasoning
      ? [
          {
            start: { type: 'thinking', thinking: '', signature: '' },
            deltas: [
              { type: 'thinking_delta', ...thinking },
              { type: 'signature_delta', signature: SIGNATURE },
            ],
          },
        ]
      : []),
    ...(pieces.length > 0 ? [{ start: { type: 'text', text: '' }, deltas: pieces.map((text) => ({ type: 'text_delta', text })) }] : []),
    ...(step.calls ?? []).map((call, index) => ({
      start: { type: 'tool_use', id: call.id ?? `toolu_${id}_${index}`, name: call.name, input: {} },
      deltas: [{ type: 'input_json_delta', partial_json: argumentsOf(call) }],
    })),
  ]
}

const framesOf = ({ start, deltas }: WrittenBlock, index: number): string[] => [
  namedFrame('content_block_start', { index, content_block: start }),
  ...deltas.map((delta) => namedFrame('content_block_delta', { index, delta })),
  namedFrame('content_block_stop', { index }),
]

function stopReason({ finish, calls }: ScriptedStep): string {
  if (finish === 'content-filter') return 'refusal'
  if (finish === 'length') return 'max_tokens'
  return calls?.length ? 'tool_use' : 'end_turn'
}
