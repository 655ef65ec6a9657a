// Reads what child processes wrote to NODE_V8_COVERAGE and reports which lines of our sources they ran. Node strips types in place, so
// offsets in the dump are offsets in the stripped source; those in a built file are mapped back by its source map.
import { readdir, readFile } from 'node:fs/promises'
import type { Profiler } from 'node:inspector'
import { stripTypeScriptTypes } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mergeScriptCovs } from '@bcoe/v8-coverage'
import astV8ToIstanbul from 'ast-v8-to-istanbul'
import { parseAst } from 'vitest/node'
import { type LineCoverage, linesOf, mergeCoverage } from './lines.ts'

const OUR_SOURCE = /^(packages|apps)\/[^/]+\/src\/.*(?<![.]test|[.]d)[.]ts$/
const BUILT_FILE = /^apps\/cli\/dist\/.*[.]js$/
const MERGE_AT_ONCE = 64

export async function readChildCoverage(folder: string, root: string): Promise<LineCoverage> {
  const coverages: LineCoverage[] = []
  for (const script of await readScripts(folder, root)) {
    const file = fileURLToPath(script.url)
    coverages.push(BUILT_FILE.test(relative(root, file)) ? await convertBuilt(script, root) : new Map([[file, await convert(script)]]))
  }
  return mergeCoverage(...coverages)
}

// Hundreds of processes run the same few files: dumps are read one by one and merged in batches, to limit memory.
async function readScripts(folder: string, root: string): Promise<Profiler.ScriptCoverage[]> {
  const byUrl = new Map<string, Profiler.ScriptCoverage[]>()
  for (const name of await readdir(folder)) {
    for (const script of await readDump(join(folder, name))) {
      if (!isOurs(script.url, root)) continue
      const scripts = [...(byUrl.get(script.url) ?? []), script]
      byUrl.set(script.url, scripts.length < MERGE_AT_ONCE ? scripts : merge(scripts))
    }
  }
  return [...byUrl.values()].flatMap(merge)
}

async function readDump(file: string): Promise<Profiler.ScriptCoverage[]> {
  const text = await readFile(file, 'utf8')
  try {
    return JSON.parse(text).result
  } catch {
    return [] // a process was killed while writing: what it ran is not counted
  }
}

function merge(scripts: Profiler.ScriptCoverage[]): Profiler.ScriptCoverage[] {
  const merged = mergeScriptCovs(scripts)
  return merged ? [merged] : []
}

function isOurs(url: string, root: string): boolean {
  if (!url.startsWith('file://')) return false
  const file = relative(root, fileURLToPath(url))
  return OUR_SOURCE.test(file) || BUILT_FILE.test(file)
}

async function convert(script: Profiler.ScriptCoverage) {
  const code = stripTypeScriptTypes(await readFile(fileURLToPath(script.url), 'utf8'))
  const converted = await astV8ToIstanbul({ code, ast: parseAst(code), coverage: script })
  const [file] = Object.values(converted)
  if (!file) throw new Error(`No coverage came out of ${script.url}`)
  return linesOf(file)
}

/** Only lines that ran: a source map does not say exactly which lines could. */
async function convertBuilt(script: Profiler.ScriptCoverage, root: string): Promise<LineCoverage> {
  const path = fileURLToPath(script.url)
  const [code, sourceMap] = await Promise.all([readFile(path, 'utf8'), readFile(`${path}.map`, 'utf8').then(JSON.parse)])
  const converted = await astV8ToIstanbul({ code, ast: parseAst(code), coverage: script, sourceMap })
  const own = Object.entries(converted).filter(([file]) => OUR_SOURCE.test(relative(root, file)))
  return new Map(own.map(([file, lines]) => [file, new Map([...linesOf(lines)].filter(([, ran]) => ran))]))
}
