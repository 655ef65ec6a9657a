// One agent does the task over one channel: with its own world, its own home, and an operator who answers over the API.
import { spawn } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Approval } from '@countersign/protocol'
import { makeFolder } from '../../../packages/test-kit/src/folders/make-folder.ts'
import { startScriptedModel } from '../../../packages/test-kit/src/scripted-model/scripted-model.ts'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { mcpAddress } from '../world/clients/mcp-client.ts'
import type { ScriptedModel } from '../world/scripted-models.ts'
import { startWorld, type World } from '../world/world.ts'
import type { Channel, RealAgent, Start } from './agents/real-agent.ts'
import { type Check, checkRun, type Ended } from './check-run.ts'
import { ANSWER, idTold, KEPT, LATER, NOTE, OWN_SHELL_FILE, REQUEST, scriptFor } from './task.ts'

const MAIN = fileURLToPath(new URL('../../../apps/cli/src/main.ts', import.meta.url))
const LIMIT_SECONDS = 300

/** `program` is the agent's own. */
export async function runTask(agent: RealAgent, channel: Channel, program: string): Promise<Check[]> {
  await using world = await startWorld()
  await using home = await makeFolder('home')
  const shell = { name: agent.ownShell.name, arguments: agent.ownShell.arguments(`touch ${OWN_SHELL_FILE}`) }
  await using model = await startScriptedModel(scriptFor(shell))
  const recipe = agent.recipe(channel, mcpAddress(world).href)
  const place = { home: home.path, workspace: world.workspace.path, modelUrl: `${model.url}/v1` }
  const start = await agent.prepare(place, recipe, REQUEST)
  const env = { ...start.env, ...(await environmentOf(world, home.path)) }
  const stopped = new AbortController()
  const answering = answerQuestions(world, model, stopped.signal)
  const ended = await runProgram(program, { args: start.args, env }, world.workspace.path)
  stopped.abort()
  const unanswered = await answering.then(
    () => undefined,
    (error: Error) => error.message,
  )
  return checkRun({ agent, world, model, ended, unanswered })
}

/** Nothing from the environment of the person who runs this except the path; `countersign` is found as after an install. */
async function environmentOf({ url, projectId, tokens }: World, home: string): Promise<Record<string, string>> {
  const programs = join(home, 'bin')
  await mkdir(programs)
  await writeFile(join(programs, 'countersign'), `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`)
  await chmod(join(programs, 'countersign'), 0o755)
  return {
    HOME: home,
    PATH: [programs, process.env.PATH].join(delimiter),
    COUNTERSIGN_URL: url,
    COUNTERSIGN_PROJECT: projectId,
    COUNTERSIGN_AGENT_TOKEN: tokens.agent,
  }
}

/**
 * Answers the question, approves the note, rejects the deletion, and approves the last call only after the agent has learned that it waits.
 */
async function answerQuestions({ operator, projectId }: World, { requests }: ScriptedModel, signal: AbortSignal): Promise<void> {
  const asked = (tool: string, path: string): Promise<Approval> =>
    eventually(
      `a question about ${tool} ${path}`,
      async () => {
        if (signal.aborted) throw new Error(`nobody was asked about ${tool} ${path}`)
        return (await operator.pending()).find(({ tool_name, description }) => tool_name === tool && description.includes(path))
      },
      LIMIT_SECONDS,
    )
  const question = await asked('prompt_user', 'question')
  await operator.post(`/my/projects/${projectId}/questions/${question.id}/answer`, ANSWER)
  await operator.approve((await asked('write_file', NOTE.path)).id, { comment: 'fine' })
  await operator.reject((await asked('delete_file', KEPT.path)).id, KEPT.reason)
  const { id } = await asked('write_file', LATER.path)
  await eventually(
    'the model to be told of the wait',
    () => {
      if (signal.aborted) throw new Error('the model was never told that the call waits')
      return requests.some(({ entries }) => idTold(entries.at(-1)?.text ?? ''))
    },
    LIMIT_SECONDS,
  )
  await operator.approve(id)
}

function runProgram(program: string, { args, env }: Start, cwd: string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT_SECONDS * 1000 })
    const printed = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        printed[name] += text
      })
    child.once('error', reject)
    child.once('close', (code, killedBy) => resolve({ code: code ?? killedBy, ...printed }))
  })
}
