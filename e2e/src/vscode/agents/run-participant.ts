// Functions for the extension host: a language model of VS Code that follows a script, and the handler of `@countersign`. Each uses only
// its parameters, since its text is sent to the host.
import type * as vscode from 'vscode'

export interface ModelStep {
  readonly text?: string
  readonly call?: { readonly name: string; readonly input: object }
}

/** What the host keeps between two functions. */
interface Kept {
  scripted?: { readonly registered: vscode.Disposable; readonly results: string[] }
}

/** Replaces the one before. */
export function registerModel(api: typeof vscode, steps: readonly ModelStep[]): void {
  const kept = globalThis as Kept
  kept.scripted?.registered.dispose()
  const results: string[] = []
  const left = [...steps]
  const capabilities = { toolCalling: true }
  const model = { id: 'scripted', name: 'Scripted', family: 'scripted', version: '1', maxInputTokens: 10_000, maxOutputTokens: 1_000 }
  const registered = api.lm.registerLanguageModelChatProvider('scripted', {
    // The chat view offers only models that say so; the rest is known to all.
    provideLanguageModelChatInformation: () => [{ ...model, capabilities, ...{ isUserSelectable: true, isDefault: true } }],
    provideLanguageModelChatResponse: async (_model, messages, _options, progress) => {
      for (const part of messages.at(-1)?.content ?? [])
        if (part instanceof api.LanguageModelToolResultPart)
          results.push(part.content.map((one) => (one as { value: string }).value).join(''))
      const { text, call } = left.shift() ?? { text: 'The script has ended.' }
      if (text !== undefined) progress.report(new api.LanguageModelTextPart(text))
      if (call) progress.report(new api.LanguageModelToolCallPart(`call-${left.length}`, call.name, call.input))
    },
    provideTokenCount: async () => 1,
  })
  kept.scripted = { registered, results }
}

/** What the model was told of its calls. */
export const resultsOfModel = (): readonly string[] => (globalThis as Kept).scripted?.results ?? []

export interface ParticipantAnswer {
  readonly said: string
  readonly progress: readonly string[]
}

export async function runParticipant(api: typeof vscode, prompt: string): Promise<ParticipantAnswer> {
  let model: vscode.LanguageModelChat | undefined
  while (!model) {
    ;[model] = await api.lm.selectChatModels({ vendor: 'scripted' })
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const said: string[] = []
  const progress: string[] = []
  const stream = {
    markdown: (text: string) => void said.push(text),
    progress: (text: string) => void progress.push(text),
  } as unknown as vscode.ChatResponseStream
  const extension = api.extensions.getExtension<{ readonly chat: vscode.ChatRequestHandler }>('countersign.countersign')
  const request = { prompt, model } as vscode.ChatRequest
  await extension?.exports.chat(request, { history: [] }, stream, new api.CancellationTokenSource().token)
  return { said: said.join(''), progress }
}
