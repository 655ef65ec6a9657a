// The policy file: what an installation allows, asks or denies beyond the risk table. One TOML file on the server, never in a workspace.
import { modeSchema } from '@countersign/protocol'
import * as z from 'zod'

const words = z.string().trim().min(1).max(500)
const names = z.array(words).min(1).max(200)

/** An example is a short form of a call: a tool with a path, or with one command line of plain words. */
const exampleSchema = z.strictObject({ tool: words, path: words.optional(), command: words.optional() })
export type RuleExample = z.infer<typeof exampleSchema>

const examplesSchema = z.strictObject({ match: z.array(exampleSchema).default([]), no_match: z.array(exampleSchema).default([]) })

export const ruleSchema = z
  .strictObject({
    name: words,
    do: z.enum(['allow', 'ask', 'deny']),
    tools: names.optional(),
    paths: names.optional(),
    commands: names.optional(),
    cover_high: z.boolean().default(false),
    why: words,
    examples: examplesSchema.default({ match: [], no_match: [] }),
  })
  .refine((rule) => rule.tools || rule.paths || rule.commands, 'a rule says what it is about: tools, paths or commands')
  .refine((rule) => !(rule.paths && rule.commands), 'a rule is about paths or about commands; write two')
  .refine((rule) => rule.do === 'allow' || !rule.cover_high, 'cover_high belongs to allow')
export type Rule = z.infer<typeof ruleSchema>

const commandSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9._+-]*$/i, 'a bare command name'),
  risk: z.enum(['MEDIUM', 'HIGH']).default('HIGH'),
  why: words,
})

export const policyFileSchema = z.strictObject({
  version: words.default('1'),
  /** No project is judged in a higher mode than this, whatever its own is. */
  max_mode: modeSchema.optional(),
  rule: z.array(ruleSchema).max(1000).default([]),
  command: z.array(commandSchema).max(1000).default([]),
})

/** A runner's own file can only restrict: it has no `allow` and adds no commands. */
export const runnerFileSchema = z.strictObject({
  version: words.default('1'),
  rule: z
    .array(ruleSchema.refine((rule) => rule.do !== 'allow', 'a runner can only tighten: ask or deny'))
    .max(1000)
    .default([]),
})
