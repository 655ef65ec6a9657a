// Parses the text of a policy file into checked rules: a file with any error is not used at all, and the error names the line. The examples
// of a rule must match or not match as stated; otherwise the rule does not mean what its author thinks.
import { digestOf } from '@countersign/protocol'
import { parse, TomlError } from 'smol-toml'
import type * as z from 'zod'
import { NEVER_COMMANDS } from '../command/index.ts'
import { matchesRule, type Policy } from './apply-rules.ts'
import type { CallSubject } from './call-subject.ts'
import { describeIssue, lineOf, unknownName } from './file-problems.ts'
import { policyFileSchema, type Rule, type RuleExample, runnerFileSchema } from './policy-file.ts'

export class PolicyFileError extends Error {
  override readonly name = 'PolicyFileError'
  readonly line: number

  constructor(fileName: string, line: number, problem: string, cause?: unknown) {
    super(`${fileName} line ${line}: ${problem}`, { cause })
    this.line = line
  }
}

interface Source {
  readonly fileName: string
  readonly text: string
  /** The names that `tools` may have; empty: any. */
  readonly tools: readonly string[]
}

export function parsePolicy(text: string, fileName = 'policy.toml', tools: readonly string[] = []): Policy {
  const source = { text, fileName, tools }
  const file = readFile(source, policyFileSchema)
  checkRules(source, file.rule)
  file.command.forEach(({ name }, index) => {
    if (NEVER_COMMANDS.has(name))
      throw new PolicyFileError(fileName, lineOf(text, ['command', index]), `${name} is never allowed, whatever a policy says`)
  })
  const extraCommands = new Map(file.command.map(({ name, risk }) => [name, risk]))
  return {
    version: file.version,
    digest: digestOf(text),
    rules: file.rule,
    extraCommands,
    ...(file.max_mode && { maxMode: file.max_mode }),
  }
}

export function parseRunnerRules(text: string, fileName = 'runner.toml', tools: readonly string[] = []): readonly Rule[] {
  const source = { text, fileName, tools }
  const { rule } = readFile(source, runnerFileSchema)
  checkRules(source, rule)
  return rule
}

function readFile<Schema extends z.ZodType>({ text, fileName }: Source, schema: Schema): z.output<Schema> {
  let raw: unknown
  try {
    raw = parse(text)
  } catch (error) {
    if (error instanceof TomlError) throw new PolicyFileError(fileName, error.line, error.message.split('\n')[0] ?? 'not TOML', error)
    throw error
  }
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  const { at, problem } = describeIssue(parsed.error.issues[0], raw)
  throw new PolicyFileError(fileName, lineOf(text, at), problem)
}

function checkRules({ text, fileName, tools }: Source, rules: readonly Rule[]): void {
  rules.forEach((rule, index) => {
    const unknown = tools.length === 0 ? undefined : rule.tools?.find((name) => !tools.includes(name))
    if (unknown !== undefined)
      throw new PolicyFileError(
        fileName,
        lineOf(text, ['rule', index, 'tools']),
        `rule "${rule.name}": ${unknownName('tool', unknown, tools)}`,
      )
    const problem = problemOf(rule, rules.slice(0, index))
    if (problem) throw new PolicyFileError(fileName, lineOf(text, ['rule', index]), `rule "${rule.name}": ${problem}`)
  })
}

function problemOf(rule: Rule, before: readonly Rule[]): string | undefined {
  if (before.some(({ name }) => name === rule.name)) return 'another rule has this name'
  const missed = rule.examples.match.find((example) => !matchesRule(rule, subjectOf(example)))
  if (missed) return `its example ${inShort(missed)} must match, but does not`
  const caught = rule.examples.no_match.find((example) => matchesRule(rule, subjectOf(example)))
  return caught && `its example ${inShort(caught)} must not match, but does`
}

const subjectOf = ({ tool, path, command }: RuleExample): CallSubject => ({
  tool,
  paths: path === undefined ? [] : [path],
  commands: command === undefined ? [] : [command.split(/ +/)],
})

const inShort = ({ tool, path, command }: RuleExample): string => `(${[tool, path, command].filter(Boolean).join(' ')})`
