// The hunks of a change with their numbers, so that an answer can name them; with `withLines`, the changed lines have numbers too.
import { isChangedLine, type Preview, type ShownHunk, shownHunks } from '@countersign/protocol'
import { bold, dim } from '../colours.ts'
import { diffLines, shown } from '../shown.ts'

type DiffPreview = Extract<Preview, { kind: 'diff' }>

export function changeLines(preview: DiffPreview, withLines: boolean): string[] {
  const hunks = shownHunks(preview)
  return preview.files.flatMap((file) => {
    const own = hunks.filter((hunk) => hunk.file === file)
    const size = dim(`${file.size_before ?? 0} → ${file.size_after ?? 0} bytes`)
    const head = `  ${bold(`${file.change} ${file.from ? `${shown(file.from)} → ` : ''}${shown(file.path)}`)} ${size}`
    // One hunk alone has no number unless its lines are wanted: there is nothing to choose.
    if (!own.every(({ canSplit }) => canSplit) || (hunks.length === 1 && !withLines))
      return [head, ...numberOf(own, hunks), ...diffLines(file.diff)]
    const before = file.diff.slice(0, file.diff.indexOf(own[0]?.header ?? ''))
    return [head, ...diffLines(before), ...own.flatMap((hunk) => hunkLines(hunk, withLines))]
  })
}

const numberOf = (own: readonly ShownHunk[], all: readonly ShownHunk[]): string[] =>
  all.length > 1 ? own.map(({ number }) => `  ${bold(`hunk ${number}`)}`) : []

function hunkLines({ number, header, lines }: ShownHunk, withLines: boolean): string[] {
  const title = `  ${bold(`hunk ${number}`)}`
  if (!withLines) return [title, ...diffLines([header, ...lines].join('\n'))]
  const width = String(lines.length).length
  const numbered = lines.flatMap((line, index) => {
    const label = isChangedLine(line) ? String(index + 1) : ''
    return diffLines(line).map((text, nth) => `${dim((nth === 0 ? label : '').padStart(width + 2))}${text}`)
  })
  return [title, ...diffLines(header), ...numbered]
}
