// A unified diff as rows with line numbers. With several files, each begins with a row of its name. The counts in a hunk's header
// say which lines belong to it, so a removed line that looks like a file header stays a removed line.

export interface DiffRow {
  readonly kind: 'file' | 'hunk' | 'context' | 'added' | 'removed' | 'note'
  readonly before: number | null
  readonly after: number | null
  /** Without its sign. */
  readonly text: string
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/
const NAME = /^(---|\+\+\+) (?:[ab]\/)?([^\t]+)/
const HEADER = /^(?:--- |diff --git |index |new file mode |deleted file mode |similarity index |rename (?:from|to) )/

interface Place {
  oldName: string
  before: number
  after: number
  beforeLeft: number
  afterLeft: number
}

export function parseDiff(diff: string): DiffRow[] {
  const place: Place = { oldName: '', before: 0, after: 0, beforeLeft: 0, afterLeft: 0 }
  const rows = diff
    .replace(/\n$/, '')
    .split('\n')
    .flatMap((line) => rowOf(line, place) ?? [])
  return rows.filter(({ kind }) => kind === 'file').length > 1 ? rows : rows.filter(({ kind }) => kind !== 'file')
}

function rowOf(line: string, place: Place): DiffRow | undefined {
  const isInside = place.beforeLeft > 0 || place.afterLeft > 0
  if (isInside) return insideRow(line, place)
  const hunk = HUNK.exec(line)
  if (hunk) {
    const [, before, beforeCount = '1', after, afterCount = '1'] = hunk
    Object.assign(place, { before: Number(before), after: Number(after), beforeLeft: Number(beforeCount), afterLeft: Number(afterCount) })
    return { kind: 'hunk', before: null, after: null, text: line }
  }
  const [, sign, name = ''] = NAME.exec(line) ?? []
  if (sign === '---') place.oldName = name
  // A deleted file has its old name.
  if (sign === '+++') return { kind: 'file', before: null, after: null, text: name === '/dev/null' ? place.oldName : name }
  return HEADER.test(line) || line === '' ? undefined : note(line)
}

function insideRow(line: string, place: Place): DiffRow {
  const text = line.slice(1)
  switch (line.charAt(0)) {
    case '+':
      place.afterLeft--
      return { kind: 'added', before: null, after: place.after++, text }
    case '-':
      place.beforeLeft--
      return { kind: 'removed', before: place.before++, after: null, text }
    // An empty line is a context line whose leading space was lost.
    case ' ':
    case '':
      place.beforeLeft--
      place.afterLeft--
      return { kind: 'context', before: place.before++, after: place.after++, text }
    default:
      return note(line)
  }
}

/** `\ No newline at end of file`, and notes by the runner. */
const note = (line: string): DiffRow => ({ kind: 'note', before: null, after: null, text: line.replace(/^\\ /, '') })

export function countChanges(rows: readonly DiffRow[]): { readonly added: number; readonly removed: number } {
  return {
    added: rows.filter(({ kind }) => kind === 'added').length,
    removed: rows.filter(({ kind }) => kind === 'removed').length,
  }
}
