// Parameters being edited. The form and the JSON show the same value; text that is not a JSON object has a problem.
import type { Edit } from '../state/draft.ts'

type Params = Readonly<Record<string, unknown>>

export const startEdit = (params: Params): Edit => ({ mode: 'form', params, text: textOf(params) })

export const withParam = (edit: Edit, name: string, value: unknown): Edit => {
  const params = { ...edit.params, [name]: value }
  return { ...edit, params, text: textOf(params), problem: undefined }
}

export function withText(edit: Edit, text: string): Edit {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { ...edit, text, params: value as Params, problem: undefined }
    return { ...edit, text, params: undefined, problem: 'not an object' }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { ...edit, text, params: undefined, problem: error.message }
  }
}

const textOf = (params: Params): string => JSON.stringify(params, null, 2)
