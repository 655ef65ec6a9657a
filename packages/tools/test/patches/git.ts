// The real git, in few processes: one repository for all versions, one process per form of diff, one shell for all applications.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Files, PatchCase } from './patch-cases.ts'

const ENVIRONMENT = {
  PATH: '/usr/bin:/bin',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CEILING_DIRECTORIES: tmpdir(),
  LC_ALL: 'C',
}
const MAX_BYTES = 512 * 1024 * 1024

const run = (cwd: string, command: string, args: readonly string[], input = ''): string =>
  execFileSync(command, args, { cwd, input, env: ENVIRONMENT, encoding: 'utf8', maxBuffer: MAX_BYTES, stdio: ['pipe', 'pipe', 'ignore'] })

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-git-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The diff of each case, by git itself. */
export function diffWithGit(cases: readonly PatchCase[]): readonly string[] {
  return inFolder((folder) => {
    run(folder, 'git', ['init', '-q', '--bare', '.'])
    run(
      folder,
      'git',
      ['fast-import', '--quiet', '--force'],
      cases.flatMap(({ before, after }, nth) => [commit(`b${nth}`, before), commit(`a${nth}`, after)]).join(''),
    )
    const names = cases.flatMap((_, nth) => [`refs/heads/b${nth}^{tree}`, `refs/heads/a${nth}^{tree}`])
    const trees = run(folder, 'git', ['cat-file', '--batch-check=%(objectname)'], names.join('\n')).trim().split('\n')
    const diffs: string[] = []
    for (const [form, members] of Map.groupBy(cases.keys(), (nth) => formOf(cases[nth] as PatchCase))) {
      const pairs = members.map((nth) => `${trees[2 * nth]} ${trees[2 * nth + 1]}`)
      const parts = run(folder, 'git', ['diff-tree', '--stdin', '-r', '-p', ...form.split(' ')], `${pairs.join('\n')}\n`)
      for (const [index, part] of splitParts(parts, pairs).entries()) diffs[members[index] as number] = part
    }
    return diffs
  })
}

const formOf = ({ contextLines, hasRenames }: PatchCase): string => `-U${contextLines} ${hasRenames ? '-M30' : '--no-renames'}`

function commit(branch: string, files: Files): string {
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`
  const changes = Object.entries(files).map(([name, text]) => `M 100644 inline ${JSON.stringify(name)}\n${data(text)}`)
  return `commit refs/heads/${branch}\ncommitter x <x@x> 0 +0000\ndata 0\n${changes.join('')}\n`
}

function splitParts(output: string, pairs: readonly string[]): string[] {
  let rest = output
  return pairs.map((pair, index) => {
    const start = rest.indexOf(`${pair}\n`) + pair.length + 1
    const next = pairs[index + 1]
    const end = next === undefined ? rest.length : rest.indexOf(`${next}\n`, start)
    const part = rest.slice(start, end)
    rest = rest.slice(end)
    return part
  })
}

export interface Application {
  readonly target: Files
  readonly diff: string
}

/** What git makes of each; undefined where it refuses, and then nothing may have changed. */
export function applyWithGit(applications: readonly Application[], options: readonly string[] = []): readonly (Files | undefined)[] {
  return inFolder((folder) => {
    for (const [nth, { target, diff }] of applications.entries()) {
      writeFiles(join(folder, `${nth}`, 'files'), target)
      writeFileSync(join(folder, `${nth}`, 'diff'), diff)
    }
    const line = `for (( n = 0; n < ${applications.length}; n++ )); do cd "$n/files"; git apply ${options.join(' ')} ../diff; echo $?; cd ../..; done`
    const codes = run(folder, 'bash', ['-c', line]).trim().split('\n')
    return applications.map(({ target }, nth) => {
      const files = readFiles(join(folder, `${nth}`, 'files'))
      if (codes[nth] === '0') return files
      if (JSON.stringify(sorted(files)) !== JSON.stringify(sorted(target))) throw new Error(`git refused ${nth} and changed something`)
      return undefined
    })
  })
}

function writeFiles(folder: string, files: Files): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

export function readFiles(folder: string): Files {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(folder.length + 1), new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path))]
    }),
  )
}

export const sorted = (files: Files): [string, string][] => Object.entries(files).sort(([left], [right]) => (left < right ? -1 : 1))
