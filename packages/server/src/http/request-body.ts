// The body of a request. It is refused by what it holds before it is read: work on it grows with its keys and elements.
import { Failure, jsonTextProblem } from '@countersign/protocol'
import type { FastifyInstance } from 'fastify'

export function takeJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const { route } = request.routeOptions.config
    // To the framework null means that there was no body.
    const problem = jsonTextProblem(text as string, route?.maxValues) ?? (/^\s*null\s*$/.test(text as string) ? 'it is null' : undefined)
    if (problem) done(new Failure('INVALID_ARGUMENTS', { subject: `body: ${problem}` }))
    // An empty body is none: routes that need one say so.
    else if (text === '') done(null, undefined)
    else void parse(request, text as string, done)
  })
}

/** Clients of the plain workflow send JSON and say nothing of it, for which `fetch` writes that it is a text. */
export function readAsJson(headers: Record<string, unknown>): void {
  const type = headers['content-type']
  if (type === undefined || /^text\/plain(?:$|;)/i.test(String(type))) headers['content-type'] = 'application/json'
}
