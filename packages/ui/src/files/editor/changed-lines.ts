// Marks lines that somebody else has just changed, until the person edits the text.
import { type Extension, RangeSet, StateEffect, StateField, type Text } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutterLineClass } from '@codemirror/view'

/** Line numbers, from 1. Where lines were only removed, the line that follows is marked. */
export type LineMarks = ReadonlyMap<number, 'added' | 'removed'>

export const markLines = StateEffect.define<LineMarks>()

const STYLES = {
  added: Decoration.line({ class: 'cs-line-added' }),
  removed: Decoration.line({ class: 'cs-line-removed' }),
}

class EdgeMarker extends GutterMarker {
  override elementClass: string

  constructor(kind: 'added' | 'removed') {
    super()
    this.elementClass = `cs-edge-${kind}`
  }
}

const EDGES = { added: new EdgeMarker('added'), removed: new EdgeMarker('removed') }

const sorted = (marks: LineMarks, doc: Text) => [...marks].filter(([line]) => line <= doc.lines).toSorted(([a], [b]) => a - b)

const lines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(markLines)) {
        const { doc } = transaction.state
        return Decoration.set(sorted(effect.value, doc).map(([line, kind]) => STYLES[kind].range(doc.line(line).from)))
      }
    const isEdit = transaction.isUserEvent('input') || transaction.isUserEvent('delete')
    return isEdit ? Decoration.none : value.map(transaction.changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})

const edges = gutterLineClass.compute([lines], (state) => {
  const places: ReturnType<EdgeMarker['range']>[] = []
  state.field(lines).between(0, state.doc.length, (from, _to, value) => {
    places.push(EDGES[value.spec.class === 'cs-line-added' ? 'added' : 'removed'].range(from))
  })
  return RangeSet.of(places)
})

export const changedLines = (): Extension => [lines, edges]
