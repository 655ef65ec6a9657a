// A list of files as a table of folders, and its place in a page between two markers.
import { basename, dirname } from 'node:path'
import type { Walk } from './walks.ts'

/** Packages in the order in which a call reaches them. */
const ORDER = ['server', 'core', 'policy', 'tools', 'protocol', 'runner', 'client']

export function formatReadingList(name: string, { title, most }: Walk, files: readonly string[]): string {
  const folders = Map.groupBy(files.toSorted(), (file) => dirname(file))
  const rows = [...folders].sort(([one], [other]) => rank(one) - rank(other) || (one < other ? -1 : 1))
  return [
    `The ${files.length} files in ${folders.size} folders that ${title} enters (\`npm run walk -- ${name}\`; at most ${most}):`,
    '',
    '| folder | files |',
    '|---|---|',
    ...rows.map(([folder, own]) => `| \`${shorten(folder)}\` | ${own.map((file) => `\`${basename(file)}\``).join(', ')} |`),
  ].join('\n')
}

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
