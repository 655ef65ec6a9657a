// What a real bash hands to its programs and which files it makes: one bash for many lines, each in a subshell of its own, with a
// recorder for the only program.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AcceptedLine } from './shell-lines.ts'

const [WORD, COMMAND, LINE, FILE, FILES] = ['\x1f', '\x1e', '\x1d', '\x1c', '\x1a']

// One write per call: parts of a pipe record at the same time.
const RECORDER = `rec() { local IFS=$'\\x1f'; set -- rec "$@"; printf '%s\\037\\036' "$*" >> "$record"; }`

// After each line: the files of the folder, where there are more than before. Without forks, which would take most of the time.
const AFTERWARDS = `
shopt -s dotglob nullglob
count=0
afterwards() {
  local files=(*)
  printf '\\032' >> "$record"
  if (( \${#files[@]} != count )); then count=\${#files[@]}; printf '%s\\034' "\${files[@]}" >> "$record"; fi
  printf '\\035' >> "$record"
}`

export interface Difference {
  readonly pieces: readonly string[]
  readonly line: string
  readonly ours: readonly string[]
  readonly theirs: readonly string[]
}

/** The lines whose words bash sees otherwise than we do. */
export async function findDifferences(lines: readonly AcceptedLine[]): Promise<Difference[]> {
  if (lines.length === 0) return []
  const recorded = await recordWithBash(lines.map(({ line }) => line))
  const known = new Set<string>()
  return lines.flatMap(({ line, pieces, words, files }, index) => {
    const { commands, made } = recorded[index] ?? { commands: [], made: [] }
    const unforeseen = made.filter((name) => !known.has(name) && !files.includes(name)).map((name) => ['>', name])
    for (const name of made) known.add(name)
    const [ours, theirs] = [inAnyOrder(words), inAnyOrder([...commands, ...unforeseen])]
    const isSame = mayLeaveOut(line, files) ? isPart(theirs, ours) : JSON.stringify(ours) === JSON.stringify(theirs)
    return isSame ? [] : [{ line, pieces, ours, theirs }]
  })
}

/** Bash may pass a command over: after `||` or a negation, or where a redirection fails (a folder, no name, an unknown descriptor). */
const mayLeaveOut = (line: string, files: readonly string[]): boolean =>
  /\|\||!|<(?!<)|<&|>&(?![12](?:[\s;|&)]|$))/.test(line) || files.some((name) => /^\.{0,2}$/.test(name))

function isPart(some: readonly string[], all: readonly string[]): boolean {
  const left = [...all]
  return some.every((text) => {
    const index = left.indexOf(text)
    if (index >= 0) left.splice(index, 1)
    return index >= 0
  })
}

/** The parts of a pipe run at the same time, so their order means nothing. */
const inAnyOrder = (commands: readonly string[][]): string[] => commands.map((words) => JSON.stringify(words)).sort()

export interface Recorded {
  readonly commands: string[][]
  readonly made: string[]
}

export async function recordWithBash(lines: readonly string[]): Promise<Recorded[]> {
  const folder = mkdtempSync(join(tmpdir(), 'shell-words-'))
  const record = join(folder, 'record')
  // A substitution ends when nobody holds its pipe any more, so that background commands of a group inside the line are waited for too.
  const runs = lines.map((line) => `ended=$( { eval ${quote(line)}; wait; } 8>&1 < /dev/null > /dev/null 2>&1 ); afterwards`)
  try {
    mkdirSync(join(folder, 'cwd'))
    writeFileSync(join(folder, 'program'), [`record=${quote(record)}`, RECORDER, AFTERWARDS, 'PATH=/nowhere', ...runs].join('\n'))
    await runBash(join(folder, 'cwd'))
    const texts = readFileSync(record, 'utf8').split(LINE).slice(0, -1)
    if (texts.length !== lines.length) throw new Error(`bash recorded ${texts.length} of ${lines.length} lines`)
    return texts.map(readRecord)
  } finally {
    // Programs of a line that go on in the background may still write.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function runBash(cwd: string): Promise<void> {
  const bash = spawn('bash', ['--norc', '--noprofile', '../program'], {
    cwd,
    stdio: 'ignore',
    env: { LC_ALL: 'C.UTF-8' },
    timeout: 120_000,
  })
  return new Promise((resolve, reject) => {
    bash.once('error', reject)
    bash.once('close', () => resolve())
  })
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
function readRecord(text: string): Recorded {
  const [commands = '', made = ''] = text.split(FILES)
  const parts = (of: string, end: string): string[] => of.split(end).slice(0, -1)
  return { commands: parts(commands, COMMAND).map((words) => parts(words, WORD)), made: parts(made, FILE) }
}
