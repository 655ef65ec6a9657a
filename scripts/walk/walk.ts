// Records which files a call enters in a real server and a real runner, prints them and writes them into the page about a call. With
// --check it changes nothing, and fails if the page differs or a call enters more files than allowed.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../run-command.ts'
import { createReadingList, formatReadingList, replaceBetweenMarkers } from './reading-list.ts'
import { recordWalk } from './record-walk.ts'
import { startTracedSystem } from './traced-system.ts'
import { FILES, WALKS } from './walks.ts'

const PAGE = join(ROOT, 'docs/architecture/call.md')
const MAX_TRIES = 3

const words = process.argv.slice(2)
const isCheck = words.includes('--check')
const names = words.filter((word) => word !== '--check')
const unknown = names.filter((name) => !(name in WALKS))
if (unknown.length > 0) {
  console.error(`There is no walk ${unknown.join(' or ')}. There are: ${Object.keys(WALKS).join(', ')}.`)
  process.exit(2)
}

const before = await readFile(PAGE, 'utf8')
await using system = await startTracedSystem(FILES)
let recorded = await record()
// On a busy machine a timer may happen to run during every call; a list that is really stale differs each time.
for (let tries = 1; isCheck && recorded.page !== before && tries < MAX_TRIES; tries += 1) recorded = await record()

const problems =
  isCheck && recorded.page !== before
    ? [...recorded.problems, 'docs/architecture/call.md is stale: run `npm run walk`.']
    : recorded.problems
if (!isCheck) await writeFile(PAGE, recorded.page)
console.log(recorded.text)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

interface Recorded {
  /** The page with the lists in it. */
  readonly page: string
  readonly text: string
  readonly problems: readonly string[]
}

async function record(): Promise<Recorded> {
  let page = before
  const [texts, found]: [string[], string[]] = [[], []]
  for (const [name, walk] of Object.entries(WALKS)) {
    if (names.length > 0 && !names.includes(name)) continue
    const list = createReadingList(await recordWalk(system, walk))
    const { length } = list.read
    if (length > walk.most) found.push(`${walk.title} enters ${length} files, at most ${walk.most} are allowed.`)
    const text = formatReadingList(name, walk, list)
    page = replaceBetweenMarkers(page, name, text)
    texts.push(text)
  }
  return { page, text: texts.join('\n\n'), problems: found }
}
