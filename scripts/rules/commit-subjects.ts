// Subjects of commits: `type(scope): what changes`, in the imperative, at most 72 characters. Commits up to BASE are older than the rule.
import { runCommand } from '../run-command.ts'

const BASE = 'b1c205f96fe7da9c38c512eb518c892195f6efe4'

const TYPES = ['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test']
const SHAPE = new RegExp(`^(?:${TYPES.join('|')})(?:\\([a-z][a-z0-9, -]*\\))?!?: (?<what>\\S.*)$`)
const MAX_CHARACTERS = 72
/** Words that are not verbs in the imperative: articles, pronouns, and forms such as "adds", "added", "adding". */
const NO_VERB =
  /^(?:an?|the|what|which|who|where|when|how|all|every|each|no|one|two|new|more|its?|there|this|that|[a-z]+(?:[^aeious]s|ed|ing))$/
const VERBS = new Set(['bring', 'embed', 'feed', 'need', 'seed', 'shed', 'speed', 'spring', 'string', 'swing'])

export function findSubjectProblem(subject: string): string | undefined {
  if (subject.length > MAX_CHARACTERS) return `has ${subject.length} characters, at most ${MAX_CHARACTERS} are allowed`
  const what = SHAPE.exec(subject)?.groups?.what
  if (what === undefined) return 'is not `type(scope): what changes`'
  const [first = ''] = what.split(/[\s,:]/)
  if (/^[A-Z]/.test(first)) return 'does not begin with a verb in lower case'
  return NO_VERB.test(first) && !VERBS.has(first) ? `is not in the imperative: "${first}"` : undefined
}

/** Undefined if the commits are not available, as in a shallow clone or an archive. */
async function readSubjects(): Promise<readonly string[] | undefined> {
  const known = await runCommand(['git', 'merge-base', '--is-ancestor', BASE, 'HEAD'])
  if (known.code !== 0) return undefined
  const { output } = await runCommand(['git', 'log', '--no-merges', '--format=%s', `${BASE}..HEAD`])
  return output.split('\n').filter(Boolean)
}

if (import.meta.main) {
  const subjects = await readSubjects()
  if (!subjects) console.log('Not checked: the history of commits is not here.')
  const problems = (subjects ?? []).flatMap((subject) => {
    const problem = findSubjectProblem(subject)
    return problem ? [`"${subject}" ${problem}`] : []
  })
  for (const problem of problems) console.error(problem)
  console.log(`${subjects?.length ?? 0} commits`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
