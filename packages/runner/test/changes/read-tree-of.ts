// A workspace as a test compares it: every name with its kind, mode and content.
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

export function treeOf(root: string): Record<string, string> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(paths.map((path) => [path, describe(`${root}/${path}`)]))
}

function describe(place: string): string {
  const stats = lstatSync(place)
  const mode = (stats.mode & 0o7777).toString(8)
  if (stats.isDirectory()) return `folder ${mode}`
  return stats.isSymbolicLink() ? `link to ${readlinkSync(place)}` : `${mode} ${readFileSync(place, 'utf8')}`
}
