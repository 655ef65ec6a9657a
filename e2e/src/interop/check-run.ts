// What must be true after an agent has done the task, read from the records, the disk and what its model received.
import type { ExecutionView, Session } from '@countersign/protocol'
import type { ScriptedModel } from '../world/scripted-models.ts'
import type { World } from '../world/world.ts'
import type { RealAgent } from './agents/real-agent.ts'
import { ANSWER, idTold, KEPT, LAST_WORDS, LATER, NOTE, OWN_SHELL_FILE } from './task.ts'

export interface Ended {
  readonly code: number | string | null
  readonly stdout: string
  readonly stderr: string
}

export interface Run {
  readonly agent: RealAgent
  readonly world: World
  readonly model: ScriptedModel
  readonly ended: Ended
  /** A question that never arrived. */
  readonly unanswered: string | undefined
}

export interface Check {
  readonly what: string
  /** What is wrong, in words; undefined if everything is correct. */
  readonly wrong: string | undefined
}

export async function checkRun(run: Run): Promise<Check[]> {
  const { model, ended, unanswered } = run
  const executions = await executionsOf(run.world)
  const told = toldIn(model)
  const [shell, read, answer, note, kept, later, awaited] = told
  const disk = await contents(run.world)
  return [
    check(
      'it ends well, with the model’s last words',
      ended.code === 0 && ended.stdout.includes(LAST_WORDS),
      `${ended.code}: ${tailOf(ended)}`,
    ),
    check('the questions came and were answered', unanswered === undefined, unanswered),
    check('only Countersign’s tools reach files and commands', foreignTools(run).length === 0, foreignTools(run).join(', ')),
    check('all of Countersign’s tools reach the model', (await missingTools(run)).length === 0, (await missingTools(run)).join(', ')),
    check('its own shell is off', shell !== undefined && !run.world.workspace.has(OWN_SHELL_FILE), shell),
    check('one session, of the agent by its own name', await isOneSession(run, executions), await sessionsInWords(run.world)),
    check('five calls are on record, with their ends', endsOf(executions) === ENDS, endsOf(executions)),
    check('a file is read', read?.includes('Hello from the workspace.'), read),
    check('a question: the operator’s answer reaches the model, as the operator’s', isOperators(answer), answer),
    check('a write runs after the yes, with the comment', disk.note === NOTE.content && note?.includes('> fine'), note),
    check('a rejection: the reason reaches the model', kept?.includes(`> ${KEPT.reason}`), kept),
    check(
      '… as a tool error, and the file is still there',
      agentSawFailure(run) && disk.kept,
      `${KEPT.path} is ${disk.kept ? 'there' : 'gone'}`,
    ),
    check('a long wait: the model is told the id', idTold(later ?? '') === executions.at(-1)?.tool_id, later),
    check('… and await_call goes on to the end', disk.later === LATER.content && awaited?.includes(`Created ${LATER.path}`), awaited),
  ]
}

const ENDS = 'read_file completed, prompt_user completed, write_file completed, delete_file rejected, write_file completed'

/** Whatever a client without a user answers to a form: it is not the answer. */
const isOperators = (told: string | undefined): boolean =>
  (told?.includes(`The operator chose: "${ANSWER.action}"`) && told.includes(`> ${ANSWER.comment}`)) === true

const check = (what: string, holds: boolean | undefined, otherwise: string | undefined): Check => ({
  what,
  wrong: holds ? undefined : (otherwise ?? 'nothing came'),
})

/** Oldest first. */
async function executionsOf({ operator }: World): Promise<ExecutionView[]> {
  return (await operator.get<{ executions: ExecutionView[] }>('/my/tools/history?limit=100')).executions.toReversed()
}

const endsOf = (executions: readonly ExecutionView[]): string =>
  executions.map(({ tool_name, status }) => `${tool_name} ${status}`).join(', ')

const toldIn = ({ requests }: ScriptedModel): string[] =>
  (requests.at(-1)?.entries ?? []).flatMap((entry) => (entry.role === 'result' ? [entry.text] : []))

const foreignTools = ({ agent, model }: Run): string[] =>
  [...new Set(model.requests.flatMap(({ tools }) => tools))].filter(
    (name) => !name.includes('countersign') && !agent.harmlessTools.includes(name),
  )

/** The tools of the project that the model was not offered, under whatever name the agent gives them. */
async function missingTools({ model, world: { agent, projectId } }: Run): Promise<string[]> {
  const { tools } = await agent.get<{ tools: { name: string }[] }>(`/my/projects/${projectId}/tools/available`)
  const offered = new Set(model.requests.flatMap((request) => request.tools))
  const names = [...tools.map(({ name }) => name.replaceAll('.', '_')), 'await_call']
  return names.filter((name) => ![...offered].some((tool) => tool.includes('countersign') && tool.endsWith(name)))
}

async function sessionsOf({ operator, projectId }: World): Promise<Session[]> {
  return (await operator.get<{ sessions: Session[] }>(`/my/projects/${projectId}/chat/sessions?limit=100`)).sessions
}

const sessionsInWords = async (world: World): Promise<string> => (await sessionsOf(world)).map(({ agent }) => agent).join(', ')

async function isOneSession({ agent, world }: Run, executions: readonly ExecutionView[]): Promise<boolean> {
  const sessions = await sessionsOf(world)
  const name = `agent (${agent.clientName})`
  const used = new Set(executions.map(({ session_id }) => session_id))
  return used.size === 1 && sessions.some((session) => used.has(session.id) && session.agent === name)
}

/** The rejection; some agents report the refused call of their own shell in the same way. */
const agentSawFailure = ({ agent, ended }: Run): boolean => [1, 2].includes(ended.stdout.split('\n').filter(agent.tellsFailure).length)

async function contents({ workspace }: World): Promise<{ note: string | undefined; later: string | undefined; kept: boolean }> {
  const read = async (name: string) => (workspace.has(name) ? await workspace.read(name) : undefined)
  return { note: await read(NOTE.path), later: await read(LATER.path), kept: workspace.has(KEPT.path) }
}

const tailOf = ({ stdout, stderr }: Ended): string => `${stdout.slice(-500)}\n${stderr.slice(-1500)}`
