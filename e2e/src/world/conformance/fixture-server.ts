// A server with everything that the conformance suite requires, on the connections of the real one.
import { completable, McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { addFixtureTools, pixel } from './fixture-tools.ts'

const TEXT = 'This is the content of the static text resource.'
const BINARY = Buffer.from('binary').toString('base64')

export function createFixtureServer(): McpServer {
  const capabilities = { logging: {}, resources: { subscribe: true } }
  const server = new McpServer({ name: 'fixtures', version: '1.0.0' }, { capabilities })
  addFixtureTools(server)
  addResources(server)
  addPrompts(server)
  for (const method of ['resources/subscribe', 'resources/unsubscribe'] as const) server.server.setRequestHandler(method, async () => ({}))
  return server
}

function addResources(server: McpServer): void {
  for (const name of ['static-text', 'watched-resource'])
    server.registerResource(name, `test://${name}`, { mimeType: 'text/plain' }, async ({ href }) => ({
      contents: [{ uri: href, mimeType: 'text/plain', text: TEXT }],
    }))
  server.registerResource('static-binary', 'test://static-binary', { mimeType: 'image/png' }, async ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: BINARY }],
  }))
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined })
  server.registerResource('template', template, { mimeType: 'application/json' }, async ({ href }, { id }) => ({
    contents: [{ uri: href, mimeType: 'application/json', text: JSON.stringify({ id, data: `Data for ID: ${id}` }) }],
  }))
}

const fromUser = <Content>(content: Content) => ({ role: 'user' as const, content })
const text = (words: string) => ({ type: 'text' as const, text: words })

function addPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'A simple prompt' }, async () => ({
    messages: [fromUser(text('This is a simple prompt for testing.'))],
  }))
  const argsSchema = z.object({ arg1: completable(z.string(), (start) => [`${start}1`]), arg2: z.string() })
  server.registerPrompt('test_prompt_with_arguments', { description: 'With arguments', argsSchema }, async ({ arg1, arg2 }) => ({
    messages: [fromUser(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  }))
  const embedding = { description: 'With a resource', argsSchema: z.object({ resourceUri: z.string() }) }
  server.registerPrompt('test_prompt_with_embedded_resource', embedding, async ({ resourceUri: uri }) => ({
    messages: [fromUser({ type: 'resource' as const, resource: { uri, mimeType: 'text/plain', text: TEXT } })],
  }))
  server.registerPrompt('test_prompt_with_image', { description: 'With an image' }, async () => ({
    messages: [fromUser(pixel), fromUser(text('Please look at it.'))],
  }))
}
