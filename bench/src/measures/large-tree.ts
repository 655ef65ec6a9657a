// Listing and searching 100,000 files, alternating with find and with ripgrep itself.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createSearchThreads } from '../../../packages/runner/src/hosts/search/search-threads.ts'
import { createWorkspaceHost, detectSandbox, type WorkspaceHost } from '../../../packages/runner/src/index.ts'
import { compileQuery } from '../../../packages/tools/src/index.ts'
import type { Context, Figure, Measure } from '../figure.ts'
import type { FigureName } from '../goals.ts'
import { makeLargeTree, NEEDLE, NEEDLES, TREE_FILES, writeRules } from '../large-tree.ts'
import { median } from '../statistics.ts'

const SEARCH_WORKER = new URL('../../../packages/runner/src/hosts/search/search-worker.ts', import.meta.url)
const ROUNDS = 15
const FOLDERS = TREE_FILES / 20 + TREE_FILES / 400

/** Its output is read and counted, as any caller must do. */
async function countLines(program: string, args: readonly string[]): Promise<number> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], env: {} })
  let lines = 0
  child.stdout.on('data', (chunk: Buffer) => {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
  })
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`${program} ended with ${code}`)
  return lines
}

async function list(host: WorkspaceHost, ignored: boolean): Promise<number> {
  return (await host.list({ path: '.', recursive: true, pattern: '*', ignored, maxEntries: 1_000 })).total
}

async function search(host: WorkspaceHost): Promise<number> {
  const query = compileQuery({ query: NEEDLE, regex: false, caseSensitive: false })
  return (await host.search({ query, path: '.', pattern: '*', contextLines: 0, signal: new AbortController().signal })).total
}

interface Turns {
  readonly name: FigureName
  readonly ours: () => Promise<number>
  readonly bare: () => Promise<number>
  readonly expected: { readonly ours: number; readonly bare: number }
}

async function takeTurns({ name, ours, bare, expected }: Turns, { quick }: Context): Promise<Figure> {
  const times = { ours: [] as number[], bare: [] as number[] }
  const time = async (side: 'ours' | 'bare', work: () => Promise<number>) => {
    const started = performance.now()
    const count = await work()
    times[side].push(performance.now() - started)
    if (count !== expected[side]) throw new Error(`${name}: ${side} has ${count} instead of ${expected[side]}`)
  }
  await bare()
  await ours()
  for (let round = 0; round < (quick ? ROUNDS / 3 : ROUNDS); round++) {
    await time('bare', bare)
    await time('ours', ours)
  }
  const ratios = times.ours.map((milliseconds, round) => milliseconds / (times.bare[round] as number))
  return { name, value: median(ratios), ours: `${median(times.ours).toFixed(0)} ms`, bare: `${median(times.bare).toFixed(0)} ms` }
}

export const largeTree: Measure = {
  name: 'large-tree',
  async run(context) {
    const sandbox = await detectSandbox({ folder: context.folder() })
    context.say(`making ${TREE_FILES} files …`)
    const root = makeLargeTree(context.folder())
    using threads = createSearchThreads(SEARCH_WORKER)
    const [own, sandboxed] = [createWorkspaceHost({ root, threads }), createWorkspaceHost({ root, threads, sandbox })]
    const find = () => countLines('/usr/bin/find', [root, '-mindepth', '1', '-not', '-name', '.*'])
    const ripgrep = () => countLines('/usr/bin/rg', ['--no-config', '--no-require-git', '-i', '-F', '-n', '-e', NEEDLE, '--', root])
    const listed = { ours: TREE_FILES + FOLDERS, bare: TREE_FILES + FOLDERS }
    const found = { ours: NEEDLES, bare: NEEDLES }
    const plain = await takeTurns({ name: 'listRatio', ours: () => list(own, true), bare: find, expected: listed }, context)
    writeRules(root)
    return [
      plain,
      await takeTurns({ name: 'listIgnoringRatio', ours: () => list(own, false), bare: find, expected: listed }, context),
      await takeTurns({ name: 'searchRatio', ours: () => search(sandboxed), bare: ripgrep, expected: found }, context),
      await takeTurns({ name: 'searchOwnRatio', ours: () => search(own), bare: ripgrep, expected: found }, context),
    ]
  },
}
