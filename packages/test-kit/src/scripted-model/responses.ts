// OpenAI's Responses format.
import { type Format, namedFrame } from './format.ts'
import { argumentsOf, piecesOf, type ScriptedCall, type ScriptedStep, usageOf } from './script.ts'
import { joinAnswers, type SeenCall, type SeenEntry, textOf } from './seen-request.ts'

interface Item {
  readonly type?: string
  readonly role?: string
  readonly content?: unknown
  readonly call_id?: string
  readonly namespace?: string
  readonly name?: string
  readonly arguments?: string
  readonly output?: unknown
}

/** Tools may come in groups, each with its own name. */
interface Tool {
  readonly name?: string
  readonly tools?: readonly { readonly name: string }[]
}

const namesOf = ({ name, tools }: Tool): readonly string[] => tools?.map((tool) => `${name}.${tool.name}`) ?? (name ? [name] : [])

export const ENCRYPTED = 'encrypted by the script'

export const responses: Format = {
  name: 'responses',
  path: /\/responses$/,
  read: (body) => {
    const items = (typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input) as readonly Item[]
    const isSystem = ({ role }: Item) => role === 'system' || role === 'developer'
    const system = [body.instructions, ...items.filter(isSystem).map(({ content }) => textOf(content))]
    return {
      model: String(body.model),
      system: system.filter(Boolean).join('\n'),
      tools: ((body.tools ?? []) as Tool[]).flatMap(namesOf),
      entries: joinAnswers(items.filter((item) => !isSystem(item)).flatMap(entryOf)),
    }
  },
  write: (step, id) => {
    const { input, output } = usageOf(step)
    const response = { id, object: 'response', created_at: 1, model: 'scripted', output: [] }
    const usage = { input_tokens: input, output_tokens: output, total_tokens: input + output }
    const reason = { length: 'max_output_tokens', 'content-filter': 'content_filter', stop: undefined }[step.finish ?? 'stop']
    const status = reason ? 'incomplete' : 'completed'
    return {
      content: [
        namedFrame('response.created', { sequence_number: 0, response: { ...response, status: 'in_progress' } }),
        ...itemsOf(step, id).flatMap((item, index) => framesOf(item, index)),
      ],
      end: [
        namedFrame(`response.${status}`, {
          sequence_number: 999,
          response: { ...response, status, usage, incomplete_details: reason ? { reason } : null },
        }),
      ],
    }
  },
  refusal: ({ type = 'server_error', code, message = 'refused by the script' }) => ({
    error: { message, type, code: code ?? null, param: null },
  }),
  failure: namedFrame('error', {
    sequence_number: 5,
    error: { type: 'server_error', code: 'server_error', message: 'The server had an error while answering.', param: null },
  }),
}

function entryOf(item: Item): SeenEntry[] {
  const { type, role, content, call_id = '', output } = item
  if (type === 'function_call_output') return [{ role: 'result', callId: call_id, text: textOf(output) }]
  if (type === 'function_call') return [{ role: 'assistant', text: '', calls: [callOf(item)] }]
  if (role === 'assistant') return [{ role, text: textOf(content), calls: [] }]
  return role === 'user' ? [{ role, text: textOf(content) }] : []
}

const callOf = ({ call_id = '', namespace, name = '', arguments: text = '{}' }: Item): SeenCall => ({
  id: call_id,
  name: namespace ? `${namespace}.${name}` : name,
  arguments: JSON.parse(text) as unknown,
})

interface WrittenItem {
  readonly id: string
  readonly added: object
  readonly deltas: readonly { readonly type: string; readonly delta: string }[]
  readonly done: object
}

function itemsOf(step: ScriptedStep, id: string): WrittenItem[] {
  const pieces = piecesOf(step)
  const reasoning = { type: 'reasoning', encrypted_content: ENCRYPTED }
  return [
    ...(step.reasoning ? [{ id: `rs_${id}`, added: { ...reasoning, summary: [] }, deltas: [], done: { ...reasoning, summary: [] } }] : []),
    ...(pieces.length > 0
      ? [
          {
            id: `msg_${id}`,
            added: { type: 'message', role: 'assistant', status: 'in_progress', content: [] },
            deltas: pieces.map((delta) => ({ type: 'response.output_text.delta', content_index: 0, delta })),
            done: {
              type: 'message',
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text: pieces.join(''), annotations: [] }],
            },
          },
        ]
      : []),
    ...(step.calls ?? []).map((call, index) => {
      const item = { type: 'function_call', call_id: call.id ?? `call_${id}_${index}`, ...nameOf(call) }
      return {
        id: `fc_${id}_${index}`,
        added: { ...item, arguments: '', status: 'in_progress' },
        deltas: [{ type: 'response.function_call_arguments.delta', delta: argumentsOf(call) }],
        done: { ...item, arguments: argumentsOf(call), status: 'completed' },
      }
    }),
  ]
}

function nameOf({ name }: ScriptedCall): { namespace?: string; name: string } {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? { name } : { namespace: name.slice(0, dot), name: name.slice(dot + 1) }
}

const framesOf = ({ id, added, deltas, done }: WrittenItem, output_index: number): string[] => [
  namedFrame('response.output_item.added', { output_index, item: { id, ...added } }),
  ...deltas.map(({ type, ...delta }) => namedFrame(type, { ...delta, item_id: id, output_index })),
  namedFrame('response.output_item.done', { output_index, item: { id, ...done } }),
]
