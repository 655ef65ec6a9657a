// An agent in ten lines: a model of your choice through the AI SDK, and the tools of Countersign.
import assert from 'node:assert/strict'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { agent } from '@countersign/client'
import { isStepCount, streamText } from 'ai'

const {
  COUNTERSIGN_URL = 'http://127.0.0.1:4870',
  COUNTERSIGN_TOKEN,
  MODEL_URL = 'http://127.0.0.1:11434/v1',
  MODEL = 'qwen3',
} = process.env
const countersign = agent({
  url: COUNTERSIGN_URL,
  token: COUNTERSIGN_TOKEN,
  onWaiting: ({ tool_name, approval_id }) => console.log(`${tool_name} waits for you: npx countersign approve ${approval_id}`),
})
const model = createOpenAICompatible({ name: 'example', baseURL: MODEL_URL, apiKey: process.env.MODEL_KEY })
const { textStream } = streamText({
  model: model(MODEL),
  tools: await countersign.aiTools(),
  stopWhen: isStepCount(20),
  prompt: 'Read README.md and write one sentence about the project into notes/about.md.',
})
for await (const text of textStream) process.stdout.write(text)
process.stdout.write('\n')

// The story checks itself: the model has to have written the note, and the operator to have let it.
const { ok, report } = await countersign.call('read_file', { path: 'notes/about.md' })
assert(ok, report)
console.log(`notes/about.md: ${report}`)
