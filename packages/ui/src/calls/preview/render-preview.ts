// The words of a preview in the person's language. Names, code and what the agent wrote stay as they are.
import { type Preview, renderSentence, type Sentence } from '@countersign/protocol'
import type { Form } from '../../sentences/use-render-sentence.ts'

type Render = (text: string, form: Form) => string
type TextPreview = Extract<Preview, { kind: 'text' }>

/** The first lines have a form each. */
export const renderText = ({ text, text_forms = [], cut_form }: TextPreview, render: Render): string =>
  renderNotes(
    text
      .split('\n')
      .map((line, index) => render(line, text_forms[index]))
      .join('\n'),
    [cut_form],
    render,
  )

/** A note is a line of its own; lines of content begin with a sign. */
export function renderNotes(text: string, notes: readonly (Sentence | undefined)[], render: Render): string {
  const known = new Map(notes.flatMap((note) => (note ? [[renderSentence(note), note]] : [])))
  if (known.size === 0) return text
  return text
    .split('\n')
    .map((line) => render(line, known.get(line)))
    .join('\n')
}
