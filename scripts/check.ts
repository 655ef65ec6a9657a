// Everything that can be checked about the code without running it. All steps run, even after one has failed.
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { ROOT, runCommand } from './run-command.ts'

interface Step {
  readonly name: string
  readonly command: readonly string[]
}

function listSteps(): Step[] {
  const projects = globSync(['packages/*/tsconfig.json', 'apps/*/tsconfig.json', '{e2e,bench,fuzz,examples}/tsconfig.json'], {
    cwd: ROOT,
  }).map(dirname)
  return [
    { name: 'boundaries', command: ['node', 'scripts/rules/boundaries.ts'] },
    { name: 'reading lists', command: ['node', 'scripts/walk/walk.ts', '--check'] },
    { name: 'sizes, clock and environment', command: ['node', 'scripts/rules/code-rules.ts'] },
    { name: 'subjects of commits', command: ['node', 'scripts/rules/commit-subjects.ts'] },
    { name: 'dead code', command: ['knip', '--no-progress'] },
    { name: 'lock file', command: ['node', 'scripts/rules/lockfile.ts'] },
    { name: 'files named in documents', command: ['node', 'scripts/rules/document-files.ts'] },
    { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings'] },
    { name: 'types of tests', command: ['tsc', '-p', 'tsconfig.test.json'] },
    ...projects.sort().map((project) => ({ name: `types of ${project}`, command: ['tsc', '-p', project] })),
  ]
}

async function runStep({ name, command }: Step): Promise<string | undefined> {
  const started = performance.now()
  const { code, output } = await runCommand(command, { env: process.stdout.isTTY ? { FORCE_COLOR: '1' } : {} })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (code === 0) return undefined
  console.log(`\n${command.join(' ')}\n${output}\n`)
  return name
}

async function runAll(steps: Step[]): Promise<string[]> {
  const queue = steps[Symbol.iterator]()
  const failed: string[] = []
  const work = async () => {
    for (const step of queue) failed.push((await runStep(step)) ?? '')
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return failed.filter(Boolean)
}

const steps = listSteps()
const failed = await runAll(steps)
const verdict = failed.length === 0 ? 'All passed.' : `${failed.length} failed: ${failed.join(', ')}.`
console.log(`\n${steps.length} checks. ${verdict}`)
process.exitCode = failed.length === 0 ? 0 : 1
