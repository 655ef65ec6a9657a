// The text of a script that a command runs by name, which an answer binds: the entry of package.json with what runs before and after it and
// every script that it names, or the Makefile as a whole.
import { type Digest, digestOf, type ScriptPreview, type ScriptRef } from '@countersign/protocol'

export interface ScriptText extends ScriptPreview {
  /** Null if there is no such script. */
  readonly digest: Digest | null
}

/** Returns undefined if there is no such file. */
export type ReadBytes = (path: string) => Promise<Uint8Array | undefined>

const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile']
const FIRST_TARGET = /^[^\s.#:=]+\s*:(?!=)/
const MAX_RECIPE_LINES = 40
const MAX_SCRIPTS = 50

export const readScriptText = (script: ScriptRef, read: ReadBytes): Promise<ScriptText> =>
  script.kind === 'package' ? readPackageScript(script, read) : readMakeTarget(script, read)

const inFolder = (folder: string, name: string): string => (folder === '.' || folder === '' ? name : `${folder}/${name}`)

/** Like the package managers: the nearest package.json, in the folder or above it. */
async function readPackageScript({ name, folder }: ScriptRef, read: ReadBytes): Promise<ScriptText> {
  const words = `script ${name}`
  const names = folder === '.' ? [] : folder.split('/')
  for (let depth = names.length; depth >= 0; depth -= 1) {
    const path = inFolder(names.slice(0, depth).join('/'), 'package.json')
    const bytes = await read(path)
    if (bytes) return { words, path, ...scriptOf(bytes, name) }
  }
  return { words, path: inFolder(folder, 'package.json'), text: null, digest: null }
}

function scriptOf(bytes: Uint8Array, name: string): Pick<ScriptText, 'text' | 'digest'> {
  const scripts = parseScripts(new TextDecoder().decode(bytes))
  // The package manager will refuse the file as well; whatever it becomes is another text.
  if (!scripts) return { text: null, digest: digestOf(bytes) }
  const lines = closure(scripts, name).map((one) => `${one}: ${scripts.get(one)}`)
  if (lines.length === 0) return { text: null, digest: null }
  const text = lines.join('\n')
  return { text, digest: digestOf(text) }
}

function parseScripts(json: string): ReadonlyMap<string, string> | undefined {
  let parsed: { scripts?: unknown } | null
  try {
    parsed = JSON.parse(json.replace(/^\ufeff/, ''))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
  const entries = Object.entries(parsed?.scripts ?? {})
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** The script, those before and after it, and every script whose name is a word of one of them. */
function closure(scripts: ReadonlyMap<string, string>, name: string): string[] {
  const found = new Set<string>()
  const open = [name]
  while (open.length > 0 && found.size < MAX_SCRIPTS) {
    const next = open.shift() as string
    for (const one of [`pre${next}`, next, `post${next}`]) {
      const text = scripts.get(one)
      if (text === undefined || found.has(one)) continue
      found.add(one)
      open.push(...text.split(/[\s"'&|;()]+/).filter((word) => scripts.has(word) && !found.has(word)))
    }
  }
  return [...found]
}

async function readMakeTarget({ name, folder }: ScriptRef, read: ReadBytes): Promise<ScriptText> {
  const words = name === '' ? 'make' : `make ${name}`
  for (const file of MAKEFILES) {
    const path = inFolder(folder, file)
    const bytes = await read(path)
    if (bytes) return { words, path, text: recipeOf(new TextDecoder().decode(bytes), name), digest: digestOf(bytes) }
  }
  return { words, path: inFolder(folder, 'Makefile'), text: null, digest: null }
}

/** The lines of the target, for reading; the digest is that of the whole file. */
function recipeOf(makefile: string, name: string): string | null {
  const lines = makefile.split('\n')
  const start = lines.findIndex((line) => (name === '' ? FIRST_TARGET.test(line) : isTarget(line, name)))
  if (start === -1) return null
  const length = lines.slice(start + 1).findIndex((line) => !line.startsWith('\t'))
  const end = length === -1 ? lines.length : start + 1 + length
  return lines.slice(start, Math.min(end, start + MAX_RECIPE_LINES)).join('\n')
}

const isTarget = (line: string, name: string): boolean => {
  const [targets, rest] = line.split(':', 2)
  return rest !== undefined && !rest.startsWith('=') && (targets ?? '').split(/\s+/).includes(name)
}
