// The smallest runner: reads signals from the stream, reads or writes the file or runs the command, posts the result. A write or a command
// must not happen twice, so its start and its end are synced to a journal, as in any runner.
import { spawn } from 'node:child_process'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { send } from '../client/send.ts'
import { sayReady } from '../processes/answers.ts'
import { sandboxLine } from './sandbox-line.ts'

interface Signal {
  readonly tool_id: string
  readonly tool_name: string
  readonly tool_params: Record<string, string>
}

const [url = '', workspace = '', data = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })
const journal = openSync(join(data, 'bare-journal'), 'a')

function note(line: string): void {
  writeSync(journal, `${line}\n`)
  fsyncSync(journal)
}

function writeFile({ tool_id, tool_params }: Signal): object {
  const { path = '', content = '' } = tool_params
  note(`started ${tool_id}`)
  const temporary = join(workspace, `.${tool_id}`)
  const file = openSync(temporary, 'w')
  writeSync(file, content)
  fsyncSync(file)
  closeSync(file)
  renameSync(temporary, join(workspace, path))
  note(`ended ${tool_id}`)
  return { path, size: content.length }
}

async function runCommand({ tool_id, tool_params }: Signal): Promise<object> {
  const { command = '', args = [] } = tool_params as { command?: string; args?: readonly string[] }
  note(`started ${tool_id}`)
  const [program = '', ...rest] = [...sandboxLine(workspace), `/usr/bin/${command}`, ...args]
  const child = spawn(program, rest, { cwd: workspace, stdio: ['ignore', 'pipe', 'ignore'], env: {} })
  const stdout = await text(child.stdout)
  note(`ended ${tool_id}`)
  return { stdout }
}

async function run(signal: Signal): Promise<object> {
  if (signal.tool_name === 'write_file') return writeFile(signal)
  if (signal.tool_name === 'execute_command') return runCommand(signal)
  return { content: readFileSync(join(workspace, signal.tool_params.path ?? ''), 'utf8') }
}

async function handle(event: string): Promise<void> {
  const data = event.slice(event.indexOf('data: ') + 6)
  const signal = JSON.parse(data) as Signal
  const { status } = await send(agent, { method: 'POST', url: `${url}/result/${signal.tool_id}`, body: JSON.stringify(await run(signal)) })
  if (status !== 200) throw new Error(`The result of ${signal.tool_id} was answered with ${status}`)
}

get(`${url}/stream`, (incoming) => {
  let rest = ''
  incoming.setEncoding('utf8')
  incoming.on('data', (chunk: string) => {
    const events = (rest + chunk).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) void handle(event)
  })
  incoming.on('close', () => process.exit(0))
  sayReady(true)
})
