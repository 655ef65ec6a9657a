// The header that git writes: `diff --git`, what happens to the file, then its names.
import type { FilePatch } from '../patch.ts'
import type { LineReader } from './line-reader.ts'
import { malformed, unsupported } from './malformed.ts'
import { headerNames, isName, joinNames, NOTHING, readName, splitHeader } from './read-name.ts'

export type FileHeader = Pick<FilePatch, 'change' | 'path' | 'from' | 'isPlain'>

interface Found {
  readonly kinds: Set<'create' | 'delete' | 'rename'>
  old?: string
  new?: string
  from?: string
  to?: string
}

const FILE_MODES = /^100(?:644|664|755)$/
const EXECUTABLE = '100755'

type ReadLine = (found: Found, text: string, line: number) => void

const LINES: Readonly<Record<string, ReadLine>> = {
  '--- ': (found, text, line) => {
    found.old = readName(text, line)
  },
  '+++ ': (found, text, line) => {
    found.new = readName(text, line)
  },
  'new file mode ': (found, text, line) => {
    if (checkMode(text, line) === EXECUTABLE) throw unsupported(line, 'patch.executable')
    found.kinds.add('create')
  },
  'deleted file mode ': (found, text, line) => {
    checkMode(text, line)
    found.kinds.add('delete')
  },
  'rename from ': (found, text, line) => {
    found.kinds.add('rename')
    found.from = readName(text, line)
  },
  'rename to ': (found, text, line) => {
    found.kinds.add('rename')
    found.to = readName(text, line)
  },
  'index ': (_, text, line) => {
    const mode = /^[0-9a-f]+\.\.[0-9a-f]+ (\S+)\s*$/.exec(text)?.[1]
    if (mode !== undefined) checkMode(mode, line)
  },
  'similarity index ': () => undefined,
  'dissimilarity index ': () => undefined,
  'old mode ': (_, _text, line) => refuseMode(line),
  'new mode ': (_, _text, line) => refuseMode(line),
  'copy from ': (_, _text, line) => refuseCopy(line),
  'copy to ': (_, _text, line) => refuseCopy(line),
}

function refuseMode(line: number): never {
  throw unsupported(line, 'patch.modes')
}

function refuseCopy(line: number): never {
  throw unsupported(line, 'patch.copies')
}

function checkMode(text: string, line: number): string {
  const mode = text.trimEnd()
  if (mode === '120000') throw unsupported(line, 'patch.links')
  if (mode === '160000') throw unsupported(line, 'patch.submodules')
  if (!FILE_MODES.test(mode)) throw malformed(line, 'patch.odd-mode')
  return mode
}

export function readGitHeader(lines: LineReader): FileHeader {
  const at = lines.number()
  const header = (lines.next() ?? '').slice('diff --git '.length).replace(/\r$/, '')
  const found: Found = { kinds: new Set() }
  for (let next = lines.peek(); next !== undefined; next = lines.peek()) {
    const key = Object.keys(LINES).find((beginning) => next?.startsWith(beginning))
    if (key === undefined) break
    LINES[key]?.(found, next.slice(key.length), lines.number())
    lines.next()
  }
  if (found.kinds.size > 1) throw malformed(at, 'patch.one-kind')
  const [kind = 'modify'] = found.kinds
  return { isPlain: false, ...READERS[kind](found, header, at) }
}

type Named = Omit<FileHeader, 'isPlain'>

const READERS: Readonly<Record<FileHeader['change'], (found: Found, header: string, at: number) => Named>> = {
  create: (found, header, at) => {
    if (found.old !== undefined && found.old !== NOTHING) throw malformed(at, 'patch.new-file-old-name')
    return { change: 'create', path: nameOfOne(found.new, header, at) }
  },
  delete: (found, header, at) => {
    if (found.new !== undefined && found.new !== NOTHING) throw malformed(at, 'patch.deleted-file-new-name')
    return { change: 'delete', path: nameOfOne(found.old, header, at) }
  },
  rename: ({ from, to, old, new: next }, header, at) => {
    if (!from || !to) throw malformed(at, 'patch.rename-names')
    const isSame = (old === undefined || isName(old, from)) && (next === undefined || isName(next, to))
    if (!isSame || !headerNames(header, [from, to], at)) throw differing(at)
    return { change: 'rename', path: to, from }
  },
  modify: ({ old, new: next }, header, at) => {
    if (old === undefined || next === undefined) throw malformed(at, 'patch.changes-nothing')
    if (old === NOTHING) throw malformed(at, 'patch.new-file-mode')
    if (next === NOTHING) throw malformed(at, 'patch.deleted-file-mode')
    const path = joinNames(old, next)
    if (path === undefined || !headerNames(header, [path, path], at)) throw differing(at)
    return { change: 'modify', path }
  },
}

/** The name of a file that has only one side; for an empty file, only the first line names it. */
function nameOfOne(written: string | undefined, header: string, at: number): string {
  const split = splitHeader(header, at)
  const path = split && joinNames(...split)
  if (!path || (written !== undefined && !split.includes(written))) throw differing(at)
  return path
}

const differing = (at: number): Error => malformed(at, 'patch.names-differ')
