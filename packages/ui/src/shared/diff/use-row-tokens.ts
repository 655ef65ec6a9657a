// The syntax colours of a diff: each side is parsed as one text, by the language of its file name. Without them the diff is plain.
import { useEffect, useState } from 'react'
import type { Token } from '../code/token.ts'
import type { DiffRow } from './parse-diff.ts'

/** By the index of the row. */
export type RowTokens = ReadonlyMap<number, readonly Token[]>

const NONE: RowTokens = new Map()

export function useRowTokens(rows: readonly DiffRow[], path: string | undefined): RowTokens {
  const [coloured, setColoured] = useState<{ readonly of: readonly DiffRow[]; readonly tokens: RowTokens }>()
  useEffect(() => {
    if (path === undefined) return
    let isCurrent = true
    colour(rows, path)
      .then((tokens) => isCurrent && setColoured({ of: rows, tokens }))
      // If the chunk cannot be loaded, the diff stays plain.
      .catch((error: unknown) => console.warn('no colours:', error))
    return () => {
      isCurrent = false
    }
  }, [rows, path])
  return coloured?.of === rows ? coloured.tokens : NONE
}

async function colour(rows: readonly DiffRow[], path: string): Promise<RowTokens> {
  const { highlight } = await import('../code/highlight.ts')
  const tokens = new Map<number, readonly Token[]>()
  for (const changed of ['removed', 'added'] as const) {
    const side = [...rows.keys()].filter((index) => rows[index]?.kind === 'context' || rows[index]?.kind === changed)
    const lines = await highlight(side.map((index) => rows[index]?.text).join('\n'), path)
    for (const [line, index] of side.entries()) if (lines?.[line]) tokens.set(index, lines[line])
  }
  return tokens
}
