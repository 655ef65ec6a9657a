import type { ExecutionView } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { NO_PAGES, type Pages, withFirst, withNext } from './pages.ts'

const rows = (...ids: number[]) => ids.map((id) => ({ tool_id: `call_${id}` }) as ExecutionView)
const idsOf = (pages: Pages) => pages.rows.map(({ tool_id }) => Number(tool_id.slice(5)))
const known: Pages = { rows: rows(6, 5, 4, 3, 2), cursor: 'after 2' }

test('what is new goes before what is known', () => {
  const merged = withFirst(known, { rows: rows(8, 7, 6), cursor: 'after 6' })
  expect([idsOf(merged), merged.cursor]).toEqual([[8, 7, 6, 5, 4, 3, 2], 'after 2'])
})

test('what no longer matches is gone', () => {
  expect(idsOf(withFirst(known, { rows: rows(6, 4), cursor: 'after 4' }))).toEqual([6, 4, 3, 2])
})

test('a page that does not meet what is known stands alone', () => {
  const first = { rows: rows(30, 29), cursor: 'after 29' }
  expect(withFirst(known, first)).toEqual(first)
  expect(withFirst(NO_PAGES, first)).toEqual(first)
})

test('a history that fits on one page is that page', () => {
  expect(withFirst(known, { rows: rows(6), cursor: undefined })).toEqual({ rows: rows(6), cursor: undefined })
  expect(withFirst(known, NO_PAGES)).toEqual(NO_PAGES)
})

test('older calls follow, none of them twice', () => {
  expect(withNext(known, { rows: rows(2, 1), cursor: undefined })).toEqual({ rows: rows(6, 5, 4, 3, 2, 1), cursor: undefined })
})
