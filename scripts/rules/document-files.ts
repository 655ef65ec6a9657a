// Checks that the files and folders named in documents exist. `core/src/a.ts`, `a.ts` and `hosts/a.ts` all count as names of
// `packages/core/src/hosts/a.ts`: a name must be the end of a tracked path.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../run-command.ts'

/** In backticks, with one of our extensions. Braces are alternatives, as in a shell; a star stands for any name. */
const NAME = /`([\w./{},*-]+\.(?:ts|tsx|cjs|mjs))`/g

/** It names files of an agent's workspace as examples. */
const SPECIFICATION = 'docs/spec.md'

export interface NamedFile {
  readonly document: string
  readonly name: string
}

export function findUnknownFiles(documents: ReadonlyMap<string, string>, files: readonly string[]): NamedFile[] {
  const known = files.map((file) => `/${file}`)
  return [...documents].flatMap(([document, text]) =>
    namesIn(text)
      .filter((name) => !known.some((file) => endsWith(file, name)))
      .map((name) => ({ document, name })),
  )
}

function namesIn(text: string): string[] {
  return [...text.matchAll(NAME)].flatMap(([, name = '']) => expandBraces(name))
}

function expandBraces(name: string): string[] {
  const [all, inner] = /\{([^{}]*)\}/.exec(name) ?? []
  if (all === undefined || inner === undefined) return [name]
  return inner.split(',').flatMap((choice) => expandBraces(name.replace(all, choice)))
}

function endsWith(file: string, name: string): boolean {
  if (!name.includes('*')) return file.endsWith(`/${name}`)
  const pattern = name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')
  return new RegExp(`/${pattern}$`).test(file)
}

function listTracked(): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = listTracked()
  const documents = new Map(
    files
      .filter((file) => file.endsWith('.md') && file !== SPECIFICATION)
      .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')] as const),
  )
  const unknown = findUnknownFiles(documents, files)
  for (const { document, name } of unknown) console.log(`${document}: no file is called ${name}`)
  process.exitCode = unknown.length === 0 ? 0 : 1
}
