// A folder in a sentence: nobody calls the workspace "." or "./".
import { inEnglish, type Sentence, sentence } from '@countersign/protocol'

const ROOT = /^(?:[.](?:[/]+[.]?)*)?$/
const WORKSPACE = sentence('part.workspace')

export const nameFolder = (path: string | undefined): string | Sentence => (path === undefined || ROOT.test(path) ? WORKSPACE : path)

/** For a report, which is in English. */
export function describeFolder(path: string | undefined): string {
  const name = nameFolder(path)
  return typeof name === 'string' ? name : inEnglish(name)
}
