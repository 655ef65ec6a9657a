// An editor for tests that really looks at the files of a folder: a line with "problem: …" has a problem, `function NAME` defines a name,
// and a name is used wherever it stands.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Editor, FoundPlace } from '../../src/ports/editor.ts'

interface FileLine {
  readonly file: string
  readonly text: string
  readonly line: number
}

export function createTestEditor(root: string): Editor {
  const files = () =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
  const linesOf = (file: string): FileLine[] =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((text, index) => ({ file, text, line: index + 1 }))
  const wordAt = (path: string, line: number, column: number): string => {
    const text = linesOf(join(root, path))[line - 1]?.text ?? ''
    return [...text.matchAll(/\w+/g)].find(({ index, 0: word }) => index < column && column <= index + word.length + 1)?.[0] ?? ' '
  }
  const findAll = (pattern: RegExp, from = files()): (FoundPlace & { readonly match: RegExpMatchArray })[] =>
    from.flatMap(linesOf).flatMap(({ file, text, line }) =>
      [...text.matchAll(pattern)].map((match) => {
        const column = match.index + 1
        return { file, line, column, endLine: line, endColumn: column + match[0].length, match }
      }),
    )
  return {
    diagnostics: async (path) =>
      findAll(/problem: (.*)/g, path === undefined ? files() : [join(root, path)]).map(({ match, ...place }) => ({
        ...place,
        severity: 'error',
        message: match[1] as string,
        source: 'test',
      })),
    symbols: async (path) =>
      findAll(/function (\w+)/g, [join(root, path)]).map(({ file, match, ...span }) => ({
        ...span,
        name: match[1] as string,
        kind: 'function',
        containers: [],
      })),
    definition: async ({ path, line, column }) => findAll(new RegExp(`\\bfunction ${wordAt(path, line, column)}\\b`, 'g')),
    references: async ({ path, line, column }) => findAll(new RegExp(`\\b${wordAt(path, line, column)}\\b`, 'g')),
  }
}
