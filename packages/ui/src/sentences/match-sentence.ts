// Sentences of the server are made from a few forms with places for names, paths and commands. Which form a sentence has is read
// from the sentence itself, so that what is said in another language is what the server said, with the same words in its places.

export type Slots = Readonly<Record<string, string>>

interface Form {
  readonly names: readonly string[]
  readonly lazy: RegExp
  readonly greedy: RegExp
}

const forms = new Map<string, Form>()

/** Undefined where it has another form, or where it may be read in two ways and `known` does not say which. */
export function matchSentence(template: string, sentence: string, known: Slots = {}): Slots | undefined {
  const { names, lazy, greedy } = formOf(template)
  const found = lazy.exec(sentence)
  if (!found) return undefined
  const slots = Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? '']))
  const other = greedy.exec(sentence)
  const isClear = names.every((name, index) => other?.[index + 1] === slots[name])
  const [first = ''] = names
  return isClear || (known[first] !== undefined && known[first] === slots[first]) ? slots : undefined
}

/** Once: what is put in is not looked at again. */
export const fillSlots = (template: string, slots: Slots): string => template.replace(SLOT, (_, name: string) => slots[name] ?? '')

const SPECIAL = /[.*+?^${}()|[\]\\]/g
const SLOT = /\{\{(\w+)\}\}/g

function formOf(template: string): Form {
  const form = forms.get(template) ?? compile(template)
  forms.set(template, form)
  return form
}

function compile(template: string): Form {
  const parts = template.split(SLOT)
  const pattern = (slot: string) =>
    new RegExp(`^${parts.map((part, index) => (index % 2 === 0 ? part.replace(SPECIAL, '\\$&') : slot)).join('')}$`, 's')
  return { names: parts.filter((_, index) => index % 2 === 1), lazy: pattern('(.+?)'), greedy: pattern('(.+)') }
}
