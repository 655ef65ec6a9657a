// Generates the OpenAPI document from the routes of the protocol alone.
import { errorView, ROUTES, type Route, type RouteName, sentenceSchema } from '@countersign/protocol'
import * as z from 'zod'

type Json = Record<string, unknown>

const MEDIA_TYPES = { stream: 'text/event-stream', text: 'text/plain', bytes: 'application/octet-stream' } as const

export function describeApi(version: string): Json {
  const paths: Record<string, Json> = {}
  for (const [name, route] of Object.entries(ROUTES) as [RouteName, Route][]) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(name, route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Countersign', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: {
      schemas: { Error: schemaOf(errorView, 'output'), Sentence: schemaOf(sentenceSchema, 'output') },
      responses: {
        Error: {
          description: 'It was refused or failed',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

function operationOf(name: RouteName, route: Route): Json {
  const parameters = [...parametersOf('path', route.params), ...parametersOf('query', route.query)]
  return {
    operationId: name,
    summary: route.summary,
    ...(route.roles.length > 0 && { security: [{ token: [] }], description: `For ${route.roles.join(', ')}.` }),
    ...(parameters.length > 0 && { parameters }),
    ...requestOf(route),
    responses: { ...responseOf(route), default: { $ref: '#/components/responses/Error' } },
  }
}

function parametersOf(place: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, part]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: part,
  }))
}

function requestOf(route: Route): Json {
  if (route.takes === 'octets') return { requestBody: { required: true, content: { 'application/octet-stream': {} } } }
  if (!route.body) return {}
  return { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(route.body, 'input') } } } }
}

function responseOf(route: Route): Json {
  const description = route.summary
  if (route.sends === 'socket') return { 101: { description: `${description}; its messages are described in docs/websocket.md` } }
  if (route.sends === 'mcp') return { 200: { description: `${description}; how to connect is described in docs/mcp.md` } }
  if (route.sends) return { 200: { description, content: { [MEDIA_TYPES[route.sends]]: {} } } }
  const content = route.response && { 'application/json': { schema: schemaOf(route.response, 'output') } }
  return { [route.status ?? 200]: { description, ...(content && { content }) } }
}

/** A schema with an id is described once, among the components. The schema of a sentence is recursive and refers to itself as `#`. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, $defs, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  const text = JSON.stringify(described).replaceAll('"$ref":"#"', '"$ref":"#/$defs/Sentence"')
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'))
}
