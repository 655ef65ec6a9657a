// What a call does, in the person's language. English is what the server says; so is whatever has a form that is not known here.
import { makeVisible } from '@countersign/protocol'
import type { i18n } from 'i18next'
import { en } from '../translations/en/index.ts'
import { FORMS_OF_TOOLS } from './forms-of-tools.ts'
import { fillSlots, matchSentence, type Slots } from './match-sentence.ts'

export interface Titled {
  readonly tool_name: string
  /** The server's sentence. */
  readonly description: string
  readonly tool_params?: Readonly<Record<string, unknown>>
}

type Language = Pick<i18n, 'language' | 'getResource'>

export function sayTitle({ tool_name, description, tool_params = {} }: Titled, { language, getResource }: Language): string {
  if (language === 'en') return description
  const wordsOf = (name: string) => String(getResource(language, 'translation', `titles.${name}`) ?? '')
  for (const name of FORMS_OF_TOOLS[tool_name] ?? []) {
    const slots = matchSentence(en.titles[name], description, knownOf(tool_params))
    const words = wordsOf(name)
    if (slots && words !== '') return fillSlots(words, withParts(slots, wordsOf))
  }
  return description
}

/** Tells two readings of a sentence apart. */
function knownOf({ path, from, paths }: Readonly<Record<string, unknown>>): Slots {
  const isRoot = path === undefined || path === '' || path === '.'
  const named = {
    path: isRoot ? en.titles.parts.workspace : path,
    from,
    paths: Array.isArray(paths) ? paths.map((one) => (one === '.' ? en.titles.parts.workspace : one)).join(', ') : undefined,
  }
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) => (typeof value === 'string' ? [[name, makeVisible(value)]] : [])),
  )
}

/** Some places hold words of the server too. */
function withParts(slots: Slots, wordsOf: (name: string) => string): Slots {
  const { path, paths, changes } = slots
  return {
    ...slots,
    ...(path === en.titles.parts.workspace && { path: wordsOf('parts.workspace') }),
    ...(paths === en.titles.parts.workspace && { paths: wordsOf('parts.workspace') }),
    ...(changes !== undefined && { changes: sayChanges(changes, wordsOf) }),
  }
}

const MORE = /^(.*) and (\d+) more files?$/s
const CHANGES = ['create', 'change', 'delete', 'rename'] as const

/** What a patch does to each file; a list that reads otherwise stays as it is. */
function sayChanges(changes: string, wordsOf: (name: string) => string): string {
  const [, named = changes, more] = MORE.exec(changes) ?? []
  const said = named.split(', ').map((change) => sayChange(change, wordsOf))
  if (said.includes(undefined)) return changes
  return `${said.join(', ')}${more === undefined ? '' : fillSlots(wordsOf('parts.more'), { files: more })}`
}

function sayChange(change: string, wordsOf: (name: string) => string): string | undefined {
  for (const name of CHANGES) {
    const slots = matchSentence(en.titles.parts[name], change)
    if (slots) return fillSlots(wordsOf(`parts.${name}`), slots)
  }
  return undefined
}
