// What comes in is held against the schema of its route before a handler sees it.
import { Failure, jsonProblem } from '@countersign/protocol'
import type { FastifySchemaCompiler } from 'fastify'
import * as z from 'zod'

const MAX_SHOWN_PROBLEMS = 10

/** Where a route has no query or body, anything given is an unknown field. */
export const NOTHING = z.strictObject({})
export const NO_BODY = NOTHING.nullish()

export const compileValidator: FastifySchemaCompiler<unknown> = ({ schema, httpPart }) => {
  return (data) => {
    const parsed = (schema as z.ZodType).safeParse(data ?? undefined)
    if (!parsed.success) return { error: invalidArguments(httpPart ?? 'body', parsed.error) }
    const problem = jsonProblem(parsed.data)
    return problem ? { error: new Failure('INVALID_ARGUMENTS', { subject: problem }) } : { value: parsed.data }
  }
}

export function invalidArguments(part: string, error: z.ZodError): Failure {
  const problems = error.issues
    .flatMap(insideUnion)
    .slice(0, MAX_SHOWN_PROBLEMS)
    .map(({ path, message }) => ({ field: [part, ...path].join('.'), problem: message }))
  const [first] = problems
  return new Failure('INVALID_ARGUMENTS', { subject: first ? `${first.field}: ${first.problem}` : part, problems })
}

/** Where one of several shapes was possible, the problems of the one that is nearest to what was sent. */
function insideUnion(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const nearest = issue.errors.reduce((best, branch) => (branch.length < best.length ? branch : best))
  return nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
}
