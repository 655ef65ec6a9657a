// What a call enters, as tables of folders, placed in a page between two markers. A file in which several functions are entered must be
// read; if only one is entered, its name stands for the file.
import { basename, dirname } from 'node:path'
import type { EnteredFunction } from './entered-function.ts'
import type { Walk } from './walks.ts'

/** Packages in the order in which a call reaches them. */
const ORDER = ['server', 'core', 'policy', 'tools', 'protocol', 'runner', 'client']

export interface ReadingList {
  /** Files in which more than one function is entered. */
  readonly read: readonly string[]
  /** Files in which one function is entered, with its name. */
  readonly passed: ReadonlyMap<string, string>
}

export function createReadingList(entered: readonly EnteredFunction[]): ReadingList {
  const files = [...Map.groupBy(entered, ({ file }) => file)].sort(([one], [other]) => (one < other ? -1 : 1))
  const read = files.filter(([, functions]) => functions.length > 1).map(([file]) => file)
  const passed = files.filter(([, functions]) => functions.length === 1).map(([file, [only]]) => [file, only?.name ?? ''] as const)
  return { read, passed: new Map(passed) }
}

export function formatReadingList(name: string, { title, most }: Walk, { read, passed }: ReadingList): string {
  const label = (file: string) => {
    const only = passed.get(file)
    return only ? `\`${basename(file)}\` (\`${only}\`)` : `\`${basename(file)}\``
  }
  return [
    `The ${read.length} files in ${countFolders(read)} folders that ${title} takes its way through (\`npm run walk -- ${name}\`; at most ${most}):`,
    '',
    ...formatTable('files', read, label),
    '',
    `It enters a single function in each of ${passed.size} more:`,
    '',
    ...formatTable('file (function)', [...passed.keys()], label),
  ].join('\n')
}

function formatTable(heading: string, files: readonly string[], label: (file: string) => string): string[] {
  const folders = [...Map.groupBy(files, (file) => dirname(file))]
  const rows = folders.sort(([one], [other]) => rank(one) - rank(other) || (one < other ? -1 : 1))
  return [
    `| folder | ${heading} |`,
    '|---|---|',
    ...rows.map(([folder, own]) => `| \`${shorten(folder)}\` | ${own.map(label).join(', ')} |`),
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
