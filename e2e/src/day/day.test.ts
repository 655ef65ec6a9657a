// The reading lines of a day, through a real server and runner: they run unasked, and print what the same line prints in a plain copy.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { makeFolder } from '../../../packages/test-kit/src/folders/make-folder.ts'
import { scenario } from '../scenario.ts'
import { startWorld, type World } from '../world/world.ts'
import { comparable, runPlainly } from './plain-run.ts'
import { prepareWorkspace } from './prepare-workspace.ts'

interface Line {
  readonly id: string
  readonly command: string
  readonly class: string
  readonly weight: number
}

const CORPUS = new URL('../../../packages/policy/corpus/day.jsonl', import.meta.url)
const AT_ONCE = 4

const lines = readFileSync(CORPUS, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Line)
  .filter((line) => line.class === 'read')

/** Programs that the lines use and that a machine may lack. */
const OPTIONAL = ['rg', 'tree', 'cargo', 'rustc', 'pnpm', 'pip', 'jq', 'fd']
const isHere = (program: string): boolean => spawnSync('bash', ['-c', `command -v ${program}`]).status === 0
const missing = OPTIONAL.filter((program) => !isHere(program))
const canRun = ({ command }: Line): boolean => !missing.some((program) => new RegExp(`(?:^|[\\s|;&(])${program}\\s`).test(command))

/** Lines that the corpus calls reading and that are asked all the same, and why. */
const ASKED: Readonly<Record<string, string>> = {
  d0165: 'xargs hands sed a name that nobody knows before, which may be an option',
  d0570: 'rust-toolchain.toml of the workspace decides what rustc and cargo are',
  d0589: 'rust-toolchain.toml of the workspace decides what rustc and cargo are',
  d0874: 'npm reads the settings of the workspace',
  d0899: 'pip loads what lies in the workspace',
}

/** Which lines a search over several threads finds first is chance. */
const FIRST_FOUND = /\brg\b[^|]*\|\s*head/

const tried = lines.filter(canRun)
const weigh = (some: readonly Line[]): number => some.reduce((sum, { weight }) => sum + weight, 0)

scenario('reading lines of a day run unasked, as in a plain copy', { verifies: ['modes.ask.reading'], seconds: 600 }, async () => {
  const commands = lines.map(({ command }) => command)
  await using world = await startWorld({ mode: 'ask', prepare: (root) => prepareWorkspace(root, commands) })
  await using copy = await makeFolder('copy')
  execFileSync('cp', ['-a', `${world.workspace.path}/.`, copy.path])
  const differences: { line: Line; why: string }[] = []
  const queue = [...tried]
  const work = async () => {
    for (let line = queue.shift(); line; line = queue.shift()) {
      const why = await differenceOf(line.command, world, copy.path)
      if (why !== undefined) differences.push({ line, why })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const unexplained = differences.filter(({ line, why }) => !(line.id in ASKED && why === 'awaiting_approval'))
  expect(unexplained).toEqual([])
  expect(weigh(differences.map(({ line }) => line)) / weigh(tried)).toBeLessThanOrEqual(0.02)
})

async function differenceOf(command: string, { agent, workspace }: World, copy: string): Promise<string | undefined> {
  const at = (root: string) => command.replaceAll(`\${WS}`, root)
  const [call, plain] = await Promise.all([
    agent.call('run_command', { command: at(workspace.path), timeout: 60 }, { wait_seconds: 60 }),
    runPlainly(at(copy), copy),
  ])
  const result = call.result as { stdout: string; exit_code: number } | undefined
  if (call.status !== 'completed' || !result) return call.error ?? call.status
  if (result.exit_code !== plain.code) return `exit ${result.exit_code}, not ${plain.code}`
  const [shown, expected] = [comparable(result.stdout, workspace.path), comparable(plain.output, copy)]
  if (FIRST_FOUND.test(command) && shown.split('\n').length === expected.split('\n').length) return undefined
  return shown === expected ? undefined : `${shown.slice(0, 200)} ≠ ${expected.slice(0, 200)}`
}
