// The import directions between packages, by the rules of .dependency-cruiser.cjs. dependency-cruiser also succeeds if it can parse
// nothing, so the number of modules is checked too.
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, runCommand } from '../run-command.ts'
import { findFolderCycles, type Module } from './folder-cycles.ts'

const FOLDERS = ['packages', 'apps', 'e2e', 'bench', 'fuzz', 'examples', 'scripts']

/** In these packages, no folders may import each other in a cycle. */
const WITHOUT_FOLDER_CYCLES = ['core', 'runner', 'server', 'ui', 'client', 'shell-grammar']
const TEST_FILE = /[.](test|behaviour)[.]tsx?$|\/test\//

interface Cruise {
  readonly modules: readonly Module[]
  readonly summary: { readonly violations: readonly Violation[] }
}

interface Violation {
  readonly rule: { readonly name: string }
  readonly from: string
  readonly to: string
  readonly cycle?: readonly { readonly name: string }[]
}

export interface Findings {
  readonly modules: number
  readonly problems: readonly string[]
}

export async function checkBoundaries(root: string): Promise<Findings> {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)))
  const config = join(ROOT, '.dependency-cruiser.cjs')
  const { output } = await runCommand(['depcruise', ...folders, '--config', config, '--output-type', 'json'], { cwd: root })
  const { modules, summary } = parseCruise(output)
  const read = new Set(modules.map((module) => module.source))
  const unread = sourcesUnder(root, folders).filter((file) => !read.has(file))
  const problems = [...summary.violations.map(describe), ...describeFolderCycles(modules), ...unread.map((file) => `${file} was not read`)]
  return { modules: read.size, problems }
}

const describeFolderCycles = (modules: readonly Module[]): string[] =>
  WITHOUT_FOLDER_CYCLES.flatMap((name) => findFolderCycles(modules, `packages/${name}`, (file) => TEST_FILE.test(file)))

function parseCruise(output: string): Cruise {
  try {
    return JSON.parse(output) as Cruise
  } catch (cause) {
    throw new Error(`dependency-cruiser failed: ${output}`, { cause })
  }
}

function sourcesUnder(root: string, folders: readonly string[]): string[] {
  const patterns = folders.map((folder) => `${folder}/**/*.{ts,tsx}`)
  const isLeftOut = (name: string) => ['node_modules', 'dist'].includes(name.split('/').at(-1) ?? '')
  return globSync(patterns, { cwd: root, exclude: isLeftOut }).filter((file) => !file.endsWith('.d.ts'))
}

function describe({ rule, from, to, cycle }: Violation): string {
  const path = cycle ? [from, ...cycle.map((step) => step.name)] : [from, to]
  return `${rule.name}: ${path.join(' → ')}`
}

if (import.meta.main) {
  const { modules, problems } = await checkBoundaries(ROOT)
  for (const problem of problems) console.error(problem)
  if (modules === 0) console.error('No modules were read: the rules checked nothing.')
  console.log(`${modules} modules`)
  process.exitCode = problems.length > 0 || modules === 0 ? 1 : 0
}
