// Records which files a call enters in a real server and a real runner, prints them and writes them into the page about a call. With
// --check it changes nothing, and fails if the page differs or a call enters more files than allowed.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../run-command.ts'
import { createReadingList, formatReadingList, replaceBetweenMarkers } from './reading-list.ts'
import { recordWalk } from './record-walk.ts'
import { startTracedSystem } from './traced-system.ts'
import { FILES, WALKS, type Walk } from './walks.ts'

const PAGE = join(ROOT, 'docs/architecture/call.md')

const words = process.argv.slice(2)
const isCheck = words.includes('--check')
const names = words.filter((word) => word !== '--check')
const unknown = names.filter((name) => !(name in WALKS))
if (unknown.length > 0) {
  console.error(`There is no walk ${unknown.join(' or ')}. There are: ${Object.keys(WALKS).join(', ')}.`)
  process.exit(2)
}

const before = await readFile(PAGE, 'utf8')
const problems: string[] = []
let after = before
await using system = await startTracedSystem(FILES)
for (const [name, walk] of Object.entries(WALKS)) {
  if (names.length > 0 && !names.includes(name)) continue
  after = replaceBetweenMarkers(after, name, await recordList(name, walk))
}
if (isCheck && after !== before) problems.push('docs/architecture/call.md is stale: run `npm run walk`.')
if (!isCheck) await writeFile(PAGE, after)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

async function recordList(name: string, walk: Walk): Promise<string> {
  const list = createReadingList(await recordWalk(system, walk))
  const { length } = list.read
  if (length > walk.most) problems.push(`${walk.title} takes its way through ${length} files, at most ${walk.most} are allowed.`)
  const text = formatReadingList(name, walk, list)
  console.log(`${text}\n`)
  return text
}
