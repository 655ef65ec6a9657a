// The grants of a project as rules of a policy file, for an operator who wants to keep them there. A rule cannot say everything that a grant
// does: what it leaves out is written beside it as a comment.
import type { Grant } from '@countersign/protocol'
import { globOfClass, TOOLS_THAT_CHANGE_FILES } from '@countersign/tools'

const COMMAND_KEY = /^command(?<needs>(?:\+[a-z-]+)*)(?:@(?<folder>[^:]*))?:(?<words>.*)$/s
const SCRIPT_WORDS = /^(?<program>\S+) script (?<name>.*)$/s
const VARIABLES = / \(with (?<variables>.*)\)$/s
const EXACTLY = 'exactly '
/** Scripts that the package managers run without `run`. */
const OWN_COMMANDS = new Set(['test', 'start', 'stop', 'restart'])

interface RuleSubject {
  readonly lines: readonly string[]
  /** What the grant says and the rule does not. */
  readonly lost: readonly string[]
}

/** Only grants of the project that are in force at this moment; the text is a policy file of its own. */
export function exportRules(grants: readonly Grant[], at: string): string {
  const lasting = grants.filter((grant) => grant.scope === 'project' && !grant.revoked_at && (grant.expires_at ?? at) >= at)
  const rules = lasting.flatMap((grant) => ruleOf(grant) ?? [])
  return ['# Rules for the policy file of the server. Read them before you use them.', ...rules].join('\n\n').concat('\n')
}

function ruleOf(grant: Grant): string | undefined {
  const subject = grant.class === null ? undefined : subjectOf(grant.class)
  if (!subject) return undefined
  const { id, user_id, created_at, covers, never, cover_high } = grant
  const lost = [...subject.lost, ...limitsOf(grant)]
  return [
    ...lost.map((words) => `# The grant is narrower: ${words}.`),
    '[[rule]]',
    `name = ${quote(`grant ${id}`)}`,
    `do = "${never ? 'deny' : 'allow'}"`,
    ...subject.lines,
    ...(cover_high && !never ? ['cover_high = true'] : []),
    `why = ${quote(`${user_id} answered so on ${created_at.slice(0, 10)}: ${covers}`.slice(0, MAX_WHY))}`,
  ].join('\n')
}

const MAX_WHY = 500

function limitsOf({ every_agent, agent, expires_at, script }: Grant): string[] {
  return [
    ...(every_agent ? [] : [`it is for the agent ${JSON.stringify(agent)} only`]),
    ...(expires_at === null ? [] : [`it ends at ${expires_at}`]),
    ...(script ? ['it holds only while the script has the text that was shown'] : []),
  ]
}

function subjectOf(key: string): RuleSubject | undefined {
  const glob = globOfClass(key)
  if (glob !== undefined)
    return { lines: [`tools = [${TOOLS_THAT_CHANGE_FILES.map(quote).join(', ')}]`, `paths = [${quote(glob)}]`], lost: [] }
  const { needs = '', folder, words: all = '' } = COMMAND_KEY.exec(key)?.groups ?? {}
  if (all === '') return undefined
  const { variables } = VARIABLES.exec(all)?.groups ?? {}
  const words = all.replace(VARIABLES, '')
  const { program, name } = SCRIPT_WORDS.exec(words)?.groups ?? {}
  const isExact = words.startsWith(EXACTLY)
  const command =
    name === undefined ? words.slice(isExact ? EXACTLY.length : 0) : `${program} ${OWN_COMMANDS.has(name) ? name : `run ${name}`}`
  return {
    lines: [`commands = [${quote(command)}]`],
    lost: [
      ...(folder === undefined ? [] : [`it is for the folder ${JSON.stringify(folder)} only`]),
      ...(variables === undefined ? [] : [`it is for such a command with ${variables} set`]),
      ...(isExact ? ['it is for exactly these words'] : []),
      ...(needs === '' ? [] : [`it is for such a command with the needs ${needs.slice(1).replaceAll('+', ', ')}`]),
    ],
  }
}

/** A basic string of TOML: the same escapes as in JSON. */
const quote = (text: string): string => JSON.stringify(text)
