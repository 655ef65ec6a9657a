// One sentence per rule, for the people responsible for it.
import type { Rule } from './policy-file.ts'

const VERBS = { allow: 'Runs without asking', ask: 'Always asks', deny: 'Refuses' } as const

const REACH = [', up to MEDIUM risk', ', HIGH risk too']

export function explainRule(rule: Rule): string {
  const what = rule.tools ? list(rule.tools) : 'every tool'
  const where = rule.paths ? ` on files like ${list(rule.paths)}` : ''
  const how = rule.commands ? ` for commands that begin with ${list(rule.commands)}` : ''
  const high = rule.do === 'allow' ? REACH[Number(rule.cover_high)] : ''
  return `${rule.name}: ${VERBS[rule.do]}: ${what}${where}${how}${high}, because ${rule.why}.`
}

function list(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
