// Google's generateContent format.
import { type Format, frame } from './format.ts'
import { piecesOf, type ScriptedStep, usageOf } from './script.ts'
import { joinAnswers, type SeenEntry, textOf } from './seen-request.ts'

interface Part {
  readonly text?: string
  readonly functionCall?: { readonly id?: string; readonly name: string; readonly args?: unknown }
  readonly functionResponse?: {
    readonly id?: string
    readonly name: string
    readonly response?: { readonly content?: unknown; readonly output?: unknown; readonly error?: unknown }
  }
}

export const THOUGHT_SIGNATURE = 'c2lnbmVk'

export const google: Format = {
  name: 'google',
  path: /\/models\/[^/]+:streamGenerateContent$/,
  read: (body, path) => ({
    model: /models\/(?<model>[^/:]+)/.exec(path)?.groups?.model ?? '',
    system: textOf((body.systemInstruction as { parts?: unknown } | undefined)?.parts),
    tools: ((body.tools ?? []) as { functionDeclarations?: { name: string }[] }[]).flatMap(({ functionDeclarations = [] }) =>
      functionDeclarations.map(({ name }) => name),
    ),
    entries: joinAnswers((body.contents as { role: string; parts: Part[] }[]).flatMap(entriesOf)),
  }),
  write: (step) => {
    const { input, output } = usageOf(step)
    const chunk = (parts: object[], rest: object = {}) => frame({ candidates: [{ content: { role: 'model', parts }, ...rest }] })
    const calls = (step.calls ?? []).map(({ name, arguments: args }) => ({
      functionCall: { name, args: typeof args === 'string' ? (JSON.parse(args) as object) : (args ?? {}) },
      thoughtSignature: THOUGHT_SIGNATURE,
    }))
    return {
      content: [
        ...(step.reasoning ? [chunk([{ text: step.reasoning, thought: true }])] : []),
        ...piecesOf(step).map((text) => chunk([{ text }])),
        ...(calls.length > 0 ? [chunk(calls)] : []),
      ],
      end: [
        frame({
          candidates: [{ content: { role: 'model', parts: [] }, finishReason: finishOf(step) }],
          usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output },
        }),
      ],
    }
  },
  refusal: ({ status, type = 'INTERNAL', message = 'refused by the script' }) => ({ error: { code: status, message, status: type } }),
  failure: frame({ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }),
}

const finishOf = ({ finish = 'stop' }: ScriptedStep): string => ({ stop: 'STOP', length: 'MAX_TOKENS', 'content-filter': 'SAFETY' })[finish]

function entriesOf({ role, parts }: { role: string; parts: Part[] }): SeenEntry[] {
  if (role === 'model') {
    const calls = parts.flatMap(({ functionCall: call }) =>
      call ? [{ id: call.id ?? call.name, name: call.name, arguments: call.args }] : [],
    )
    return [{ role: 'assistant', text: textOf(parts), calls }]
  }
  return parts.map(({ text = '', functionResponse: result }) =>
    result
      ? {
          role: 'result',
          callId: result.id ?? result.name,
          text: String(result.response?.content ?? result.response?.output ?? result.response?.error),
        }
      : { role: 'user', text },
  )
}
