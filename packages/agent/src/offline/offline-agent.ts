// The agent used if no model is configured: it turns a request that it understands into one tool call and summarises the result.
// It takes the place of a model, so that turns, records and approvals work the same way.
import type { Entry, Model, ModelStep } from '../model.ts'
import { asksForStory } from './story/ask-for-story.ts'
import { playStory } from './story/play-story.ts'
import { summaryOf } from './summary.ts'
import { languageOf, understand } from './understand.ts'
import { WORDS } from './words.ts'

export const offlineAgent: Model = {
  name: 'offline',
  provider: 'built in',
  step: async ({ conversation, onText }) => {
    const step = answer(conversation)
    if (step.content) onText(step.content)
    return { ...step, provider: null, inputTokens: 0, outputTokens: 0 }
  },
}

function answer(conversation: readonly Entry[]): Pick<ModelStep, 'content' | 'calls'> {
  const at = conversation.findLastIndex((entry) => entry.kind === 'user')
  const question = conversation[at]
  const asked = question?.kind === 'user' ? question.text : ''
  const story = asksForStory(asked)
  if (story) return playStory(conversation.slice(at + 1), story)
  const understood = understand(asked)
  if (!understood) return { content: WORDS[languageOf(asked)].help, calls: [] }
  const last = conversation.at(-1)
  if (last?.kind === 'result') return { content: summaryOf(last, WORDS[understood.language]), calls: [] }
  const { tool_name, tool_params } = understood
  return { content: '', calls: [{ tool_name, tool_params: { ...tool_params } }] }
}
