// The words of a preview in the person's language. Names, code and what the agent wrote stay as they are.
import { inEnglish, type Preview, type Sentence } from '@countersign/protocol'
import type { Form } from '../../sentences/use-render-sentence.ts'

type Render = (text: string, form: Form) => string
type TextPreview = Extract<Preview, { kind: 'text' }>

/** The first lines have a form each. */
export const renderText = ({ text, text_forms = [] }: TextPreview, render: Render): string =>
  text
    .split('\n')
    .map((line, index) => render(line, text_forms[index]))
    .join('\n')

/** The note is a line of its own among the first lines; lines of content begin with a sign. */
export function renderNote(diff: string, note: Sentence | undefined, render: Render): string {
  if (!note) return diff
  const english = inEnglish(note)
  return diff
    .split('\n')
    .map((line) => (line === english ? render(line, note) : line))
    .join('\n')
}
