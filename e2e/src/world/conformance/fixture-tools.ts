// The tools that the conformance suite expects of a server, according to its descriptions.
import {
  type CallToolResult,
  type ElicitRequest,
  fromJsonSchema,
  type McpServer,
  type ServerContext,
  type WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import { pause } from '../../../../packages/test-kit/src/wait.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='
const STEP_MILLISECONDS = 50

export const pixel = { type: 'image', data: PIXEL, mimeType: 'image/png' } as const
const text = (words: string) => ({ type: 'text', text: words }) as const
const resource = (uri: string, content: string, mimeType = 'text/plain') =>
  ({ type: 'resource', resource: { uri, mimeType, text: content } }) as const

const CONTENTS: Readonly<Record<string, CallToolResult['content']>> = {
  test_simple_text: [text('This is a simple text response for testing.')],
  test_image_content: [pixel],
  test_audio_content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }],
  test_embedded_resource: [resource('test://embedded-resource', 'This is an embedded resource content.')],
  test_multiple_content_types: [text('Several:'), pixel, resource('test://mixed-content-resource', '{"test":"data"}', 'application/json')],
}

const choices = (...values: string[]) => values.map((value) => ({ const: value, title: `Choice ${value}` }))
const ENUMS = {
  untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
  titledSingle: { type: 'string', oneOf: choices('value1', 'value2', 'value3') },
  legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
  untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
  titledMulti: { type: 'array', items: { anyOf: choices('value1', 'value2', 'value3') } },
} as const

const DEFAULTS = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
} as const

const SCHEMA_2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  additionalProperties: false,
} as const

type Asking = ElicitRequest['params']

/** With `send`, so that it travels with the answer of the call: the stream for unasked messages may not be open yet. */
async function elicit({ mcpReq }: ServerContext, message: string, properties: object): Promise<CallToolResult> {
  const params = { message, requestedSchema: { type: 'object', properties } } as Asking
  const { action, content } = await mcpReq.send({ method: 'elicitation/create', params })
  return { content: [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)] }
}

export function addFixtureTools(server: McpServer): void {
  for (const [name, content] of Object.entries(CONTENTS)) server.registerTool(name, { description: 'A fixture' }, async () => ({ content }))
  server.registerTool('test_error_handling', { description: 'A fixture' }, async () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
  server.registerTool('test_tool_with_logging', { description: 'A fixture' }, async ({ mcpReq }) => {
    for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.log('info', words)
      await pause(STEP_MILLISECONDS)
    }
    return { content: [text('logged')] }
  })
  server.registerTool('test_tool_with_progress', { description: 'A fixture' }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
      await pause(STEP_MILLISECONDS)
    }
    return { content: [text('done')] }
  })
  server.registerTool('test_reconnection', { description: 'A fixture' }, async ({ mcpReq }) => {
    // The suite resumes from the last id that it saw, so there must be one before the stream ends.
    await mcpReq.log('info', 'The stream ends before the result')
    const transport = server.server.transport as WebStandardStreamableHTTPServerTransport
    transport.closeSSEStream(mcpReq.id)
    return { content: [text('Reconnection test completed')] }
  })
  server.registerTool(
    'test_sampling',
    { description: 'A fixture', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const { content } = await mcpReq.send({
        method: 'sampling/createMessage',
        params: { messages: [{ role: 'user', content: text(prompt) }], maxTokens: 100 },
      })
      return { content: [text(`LLM response: ${JSON.stringify(content)}`)] }
    },
  )
  server.registerTool(
    'test_elicitation',
    { description: 'A fixture', inputSchema: z.object({ message: z.string() }) },
    ({ message }, context) => elicit(context, message, { username: { type: 'string' }, email: { type: 'string' } }),
  )
  server.registerTool('test_elicitation_sep1034_defaults', { description: 'A fixture' }, (context) => elicit(context, 'Defaults', DEFAULTS))
  server.registerTool('test_elicitation_sep1330_enums', { description: 'A fixture' }, (context) => elicit(context, 'Choices', ENUMS))
  server.registerTool('json_schema_2020_12_tool', { description: 'A fixture', inputSchema: fromJsonSchema(SCHEMA_2020) }, async () => ({
    content: [text('fine')],
  }))
}
