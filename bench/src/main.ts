// The benchmark: compares Countersign with the smallest program that does the same durable work, in one run on one machine.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBare } from './bare/start-bare.ts'
import { type Context, type Figure, judge } from './figure.ts'
import { describeMachine, watchLoad } from './machine.ts'
import { warmUp } from './measures/round-trip.ts'
import { MEASURES } from './measures.ts'
import { readOptions } from './options.ts'
import { startOurs } from './ours/start-ours.ts'
import { createPair, type Pair } from './pair.ts'
import { jsonOf, loadLine, tableOf } from './report.ts'
import { makeWorkspace } from './workspace.ts'

const options = readOptions(
  process.argv.slice(2),
  MEASURES.map(({ name }) => name),
)
const say = (text: string) => void process.stderr.write(`${text}\n`)

function createContext(root: string, stack: AsyncDisposableStack): Context {
  const folder = () => mkdtempSync(join(root, 'run-'))
  let starting: Promise<Pair> | undefined
  const start = async () => {
    const bare = await startBare({ data: folder(), workspace: makeWorkspace(folder()) })
    const pair = stack.use(createPair(bare, await startOurs({ data: folder(), workspace: makeWorkspace(folder()) })))
    await warmUp(pair, options.quick)
    return pair
  }
  return {
    quick: options.quick,
    folder,
    say,
    pair: () => {
      starting ??= start()
      return starting
    },
    verify: async () => (await starting)?.verify(),
  }
}

const explain = (name: string, error: unknown): string => `${name}: ${error instanceof Error ? error.message : String(error)}`

async function measureAll(root: string): Promise<{ figures: Figure[]; failures: string[] }> {
  await using stack = new AsyncDisposableStack()
  const context = createContext(root, stack)
  const figures: Figure[] = []
  const failures: string[] = []
  for (const { name, run } of MEASURES.filter((measure) => options.only.length === 0 || options.only.includes(measure.name))) {
    say(`measuring ${name} …`)
    await run(context).then(
      (measured) => figures.push(...measured),
      (error: unknown) => failures.push(explain(name, error)),
    )
  }
  await context.verify().catch((error: unknown) => failures.push(explain('rows', error)))
  return { figures, failures }
}

const root = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
const load = watchLoad()
const { figures, failures } = await measureAll(root).finally(() => rmSync(root, { recursive: true, force: true }))
const used = load()
if (options.json) console.log(JSON.stringify({ machine: describeMachine(), load: used, figures: jsonOf(figures), failures }, null, 2))
else console.log(['', tableOf(figures), '', describeMachine(), ...(used ? [loadLine(used)] : [])].join('\n'))
for (const failure of failures) say(`did not run: ${failure}`)
const missed = options.strict && figures.some((figure) => judge(figure) === 'FAILS')
process.exitCode = failures.length > 0 || missed ? 1 : 0
