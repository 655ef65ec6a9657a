import { expect, test } from 'vitest'
import { startScriptedModel } from '../../../../test-kit/src/scripted-model/scripted-model.ts'
import { ask, modelAt, toolView } from '../../../test/asked-model.ts'

const PARAMETERS = {
  type: 'object',
  properties: {
    pattern: { type: 'string', pattern: '^a$', minLength: 1, maxLength: 1_000_000, default: 'a' },
    items: {
      type: 'array',
      maxItems: 9,
      items: {
        anyOf: [
          { type: 'string', format: 'uri' },
          { type: 'integer', maximum: 5 },
        ],
      },
    },
  },
  required: ['pattern'],
  additionalProperties: false,
}
const PLAIN = {
  type: 'object',
  properties: {
    pattern: { type: 'string', default: 'a' },
    items: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
  },
  required: ['pattern'],
  additionalProperties: false,
}

const tools = [{ ...toolView('search'), parameters: PARAMETERS }]

test('an openai-compatible server gets schemas without patterns and limits', async () => {
  await using server = await startScriptedModel([{ text: 'Yes.' }])
  await ask(modelAt(server.url, 'openai-compatible'), { tools })
  expect(server.requests[0]?.body.tools).toMatchObject([{ function: { name: 'search', parameters: PLAIN } }])
  expect(JSON.stringify(server.requests[0]?.body.tools)).not.toMatch(/maxLength|maxItems|maximum|format|\^a\$/)
})

test('the others get them whole', async () => {
  await using server = await startScriptedModel([{ text: 'Yes.' }])
  await ask(modelAt(server.url, 'anthropic'), { tools })
  expect(server.requests[0]?.body.tools).toMatchObject([{ name: 'search', input_schema: PARAMETERS }])
})
