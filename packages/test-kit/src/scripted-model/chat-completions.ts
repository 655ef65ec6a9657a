// OpenAI's chat completions format, which most servers of local models speak.
import { type Format, frame } from './format.ts'
import { argumentsOf, piecesOf, type ScriptedStep, usageOf } from './script.ts'
import { joinAnswers, type SeenEntry, textOf } from './seen-request.ts'

interface SentMessage {
  readonly role: string
  readonly content?: unknown
  readonly tool_call_id?: string
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string; readonly arguments: string } }[]
}

export const chatCompletions: Format = {
  name: 'chat-completions',
  path: /\/chat\/completions$/,
  read: (body) => {
    const messages = body.messages as readonly SentMessage[]
    const isSystem = ({ role }: SentMessage) => role === 'system' || role === 'developer'
    return {
      model: String(body.model),
      system: messages
        .filter(isSystem)
        .map(({ content }) => textOf(content))
        .join('\n'),
      tools: ((body.tools ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name),
      entries: joinAnswers(messages.filter((message) => !isSystem(message)).map(entryOf)),
    }
  },
  write: (step, id) => {
    const chunk = (delta: object, rest: object = {}) =>
      frame({
        id,
        object: 'chat.completion.chunk',
        created: 1,
        model: 'scripted',
        choices: [{ index: 0, delta, finish_reason: null, ...rest }],
      })
    const { input, output } = usageOf(step)
    const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
    return {
      content: [chunk({ role: 'assistant', content: '' }), ...deltasOf(step, id).map((delta) => chunk(delta))],
      end: [
        chunk({}, { finish_reason: finishOf(step) }),
        frame({ id, object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [], usage }),
        'data: [DONE]\n\n',
      ],
    }
  },
  refusal: ({ type = 'server_error', code, message = 'refused by the script' }) => ({ error: { message, type, code: code ?? null } }),
  failure: frame({ error: { message: 'The server had an error while answering.', type: 'server_error', code: null } }),
}

function entryOf({ role, content, tool_call_id = '', tool_calls = [] }: SentMessage): SeenEntry {
  if (role === 'tool') return { role: 'result', callId: tool_call_id, text: textOf(content) }
  if (role !== 'assistant') return { role: 'user', text: textOf(content) }
  const calls = tool_calls.map((call) => ({
    id: call.id,
    name: call.function.name,
    arguments: JSON.parse(call.function.arguments) as unknown,
  }))
  return { role: 'assistant', text: textOf(content), calls }
}

function deltasOf(step: ScriptedStep, id: string): object[] {
  const calls = (step.calls ?? []).flatMap((call, index) => {
    const text = argumentsOf(call)
    const half = Math.ceil(text.length / 2)
    return [
      { index, id: call.id ?? `call_${id}_${index}`, type: 'function', function: { name: call.name, arguments: text.slice(0, half) } },
      { index, function: { arguments: text.slice(half) } },
    ].map((part) => ({ tool_calls: [part] }))
  })
  const reasoning = step.reasoning ? [{ reasoning_content: step.reasoning }] : []
  return [...reasoning, ...piecesOf(step).map((content) => ({ content })), ...calls]
}

function finishOf({ finish, calls }: ScriptedStep): string {
  if (finish === 'content-filter') return 'content_filter'
  return finish ?? (calls?.length ? 'tool_calls' : 'stop')
}
