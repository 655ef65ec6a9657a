// What a call enters, as a table of folders, placed in a page between two markers. Every file that the call enters is in it; only ports are
// named below it.
import { basename, dirname } from 'node:path'
import type { EnteredFunction } from './entered-function.ts'
import { arePorts } from './ports.ts'
import type { Walk } from './walks.ts'

/** Packages in the order in which a call reaches them. */
const ORDER = ['server', 'core', 'policy', 'tools', 'protocol', 'runner', 'client']

export interface ReadingList {
  /** Every file in which the call enters a function, except the ports. */
  readonly read: readonly string[]
  readonly ports: readonly string[]
}

export function createReadingList(entered: readonly EnteredFunction[]): ReadingList {
  const files = [...Map.groupBy(entered, ({ file }) => file)].sort(([one], [other]) => (one < other ? -1 : 1))
  const [ports, read] = [true, false].map((wanted) =>
    files.filter(([file, functions]) => arePorts(file, functions) === wanted).map(([file]) => file),
  )
  return { read: read ?? [], ports: ports ?? [] }
}

export function formatReadingList(name: string, { title, most }: Walk, { read, ports }: ReadingList): string {
  return [
    `The ${read.length} files in ${countFolders(read)} folders that ${title} enters (\`npm run walk -- ${name}\`; at most ${most}):`,
    '',
    ...formatTable(read),
    '',
    `Ports, which only give it a value: ${ports.map((file) => `\`${file.replace('packages/', '')}\``).join(', ')}.`,
  ].join('\n')
}

function formatTable(files: readonly string[]): string[] {
  const folders = [...Map.groupBy(files, (file) => dirname(file))]
  const rows = folders.sort(([one], [other]) => rank(one) - rank(other) || (one < other ? -1 : 1))
  return [
    '| folder | files |',
    '|---|---|',
    ...rows.map(([folder, own]) => `| \`${shorten(folder)}\` | ${own.map((file) => `\`${basename(file)}\``).join(', ')} |`),
  ]
}

const countFolders = (files: readonly string[]): number => new Set(files.map((file) => dirname(file))).size

const rank = (folder: string): number => {
  const found = ORDER.indexOf(folder.split('/')[1] ?? '')
  return found < 0 ? ORDER.length : found
}

const shorten = (folder: string): string => folder.replace(/^packages\//, '').replace('/src', '')

/** The page with this text between its markers. */
export function replaceBetweenMarkers(page: string, name: string, text: string): string {
  const [begin, end] = [`<!-- walk ${name} -->`, `<!-- end of walk ${name} -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The page has no markers for ${name}.`)
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`
}
