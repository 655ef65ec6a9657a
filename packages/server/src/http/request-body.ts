// Reads the body of a request. The number of keys and elements is limited before parsing, because the work grows with it, and the
// schema of the route is checked before a handler runs.

import type { IncomingMessage } from 'node:http'
import { describeField, describeIssue, Failure, jsonProblem, jsonTextProblem, sentence } from '@countersign/protocol'
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import * as z from 'zod'

const MAX_SHOWN_PROBLEMS = 10

/** For a route without a query or body: any field is unknown. */
export const NOTHING = z.strictObject({})
export const NO_BODY = NOTHING.nullish()

export const compileValidator: FastifySchemaCompiler<unknown> = ({ schema, httpPart }) => {
  return (data) => {
    const parsed = (schema as z.ZodType).safeParse(data ?? undefined)
    if (!parsed.success) return { error: invalidArguments(httpPart ?? 'body', parsed.error, data) }
    const problem = jsonProblem(parsed.data)
    return problem ? { error: new Failure('INVALID_ARGUMENTS', { subject: problem }) } : { value: parsed.data }
  }
}

/** `input` is what was parsed. */
export function invalidArguments(part: string, error: z.ZodError, input: unknown): Failure {
  const issues = error.issues.flatMap(insideUnion).slice(0, MAX_SHOWN_PROBLEMS)
  const fieldOf = ({ path }: z.core.$ZodIssue): string => [part, ...path].join('.')
  const [first] = issues
  const subject = first ? describeField(fieldOf(first), describeIssue(first, input)) : sentence('text', { text: part })
  return new Failure('INVALID_ARGUMENTS', { subject, problems: issues.map((issue) => ({ field: fieldOf(issue), problem: issue.message })) })
}

/** If a union allows several shapes, reports the problems of the shape closest to what was sent. */
function insideUnion(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const nearest = issue.errors.reduce((best, branch) => (branch.length < best.length ? branch : best))
  return nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
}

const MAX_DRAINED_BYTES = 16 * 1024 * 1024
const MAX_DRAIN_MILLISECONDS = 1000

/**
 * Reads the rest of a refused request and discards it, up to a limit: a reply sent while the client is still writing may be lost
 * with the connection.
 */
export function drainRequest(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let bytes = 0
    const finish = () => {
      clearTimeout(timer)
      request.off('data', count).off('end', finish).off('close', finish)
      resolve()
    }
    const count = (chunk: Uint8Array) => {
      bytes += chunk.length
      if (bytes > MAX_DRAINED_BYTES) finish()
    }
    const timer = setTimeout(finish, MAX_DRAIN_MILLISECONDS)
    request.on('data', count).once('end', finish).once('close', finish).resume()
  })
}

export function takeJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const { route } = request.routeOptions.config
    // The framework takes null for a missing body.
    const problem =
      jsonTextProblem(text as string, route?.maxValues) ?? (/^\s*null\s*$/.test(text as string) ? sentence('problem.json-null') : undefined)
    if (problem) done(new Failure('INVALID_ARGUMENTS', { subject: describeField('body', problem) }))
    // An empty body counts as no body; routes that need one refuse it.
    else if (text === '') done(null, undefined)
    else void parse(request, text as string, done)
  })
}

/** Clients of the plain workflow send JSON without a content type, which `fetch` then labels as text. */
export function readAsJson(headers: Record<string, unknown>): void {
  const type = headers['content-type']
  if (type === undefined || /^text\/plain(?:$|;)/i.test(String(type))) headers['content-type'] = 'application/json'
}
