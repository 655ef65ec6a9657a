// The licences of all packages that are inside what we give away, as one text. A licence that does not go with ours stops the build.
import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { ROOT } from '../../run-command.ts'
import { PAGE_FOLDER } from '../build-page.ts'

interface Part {
  readonly name: string
  readonly version: string
  /** As SPDX names it. */
  readonly identifier: string | null
  readonly text: string | null
}

const COMPATIBLE = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense']
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/
const LICENCE_FILE = /^(licen[cs]e|copying)(-mit)?([.](md|txt|mit))?$/i

/** Inside without being modules: the grammars, and rules of style. */
const OTHER_PARTS = ['node_modules/tree-sitter-bash', 'node_modules/web-tree-sitter', 'node_modules/tailwindcss']

/** For a folder that holds a bundle, the page and the grammar of the shell. */
export async function writeThirdParty(folder: string, metafile: Metafile): Promise<void> {
  const parts = [...(await partsOf(metafile)), ...(await partsOfPage()), ...(await Promise.all(OTHER_PARTS.map(readPart)))]
  await writeFile(join(folder, 'THIRD-PARTY.txt'), describeParts(parts))
}

const partsOfPage = async (): Promise<Part[]> => JSON.parse(await readFile(join(PAGE_FOLDER, 'licenses.json'), 'utf8'))

/** The packages whose modules a bundle took in. */
export async function partsOf({ outputs }: Metafile): Promise<Part[]> {
  const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs))
  const folders = new Set(inputs.flatMap((path) => PACKAGE.exec(path)?.[0] ?? []))
  return Promise.all([...folders].map(readPart))
}

/** A package by its folder, relative to the root of the repository. */
export async function readPart(folder: string): Promise<Part> {
  const manifest = JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8'))
  const [file] = globSync('*', { cwd: join(ROOT, folder) }).filter((name) => LICENCE_FILE.test(name))
  const text = file === undefined ? null : await readFile(join(ROOT, folder, file), 'utf8')
  return { name: manifest.name, version: manifest.version, identifier: manifest.license ?? null, text }
}

export function describeParts(parts: readonly Part[]): string {
  const byName = new Map(parts.map((part) => [`${part.name} ${part.version}`, part]))
  const sorted = [...byName].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, part]) => part)
  const refused = sorted.filter(({ identifier }) => !COMPATIBLE.includes(identifier ?? ''))
  if (refused.length > 0) throw new Error(`These licences do not go with ours: ${refused.map(titleOf).join('; ')}`)
  const texts = sorted.map((part) => `${titleOf(part)}\n\n${part.text?.trim() ?? NO_TEXT}`)
  return [`Countersign contains these ${sorted.length} packages of others, each under its own licence.`, ...texts, ''].join(`\n\n${RULE}\n`)
}

const titleOf = ({ name, version, identifier }: Part): string => `${name} ${version}: ${identifier ?? 'no licence'}`
const NO_TEXT = 'The package names its licence and comes without its text.'
const RULE = '-'.repeat(80)
