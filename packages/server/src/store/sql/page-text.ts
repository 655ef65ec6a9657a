// A page of a list as SQL: newest first, from the row that the page before ended with. One row more than is shown tells
// whether there are more.
import type { PageQuery, Place, Query } from '@countersign/core'
import type { Dialect, SqlValue, TableShape } from './kinds.ts'
import { fromText, limitText, quote, type Statement, whereText } from './query-text.ts'

type Terms = Pick<PageQuery<unknown>, 'since' | 'until' | 'after'>

export function pageText<Row>(dialect: Dialect, shape: TableShape<Row>, query: PageQuery<Row>): Statement {
  const asked = { ...(query.equal && { equal: query.equal }) } as Query<Row>
  const where = whereText(dialect, shape, asked)
  const values = [...where.values]
  const more = [...placeTerms(dialect, query, values), ...(query.present ? [`${quote(query.present)} IS NOT NULL`] : [])]
  const conditions = more.length > 0 ? `${where.text ? `${where.text} AND ` : ' WHERE '}${more.join(' AND ')}` : where.text
  return { text: `${fromText(dialect, shape, asked)}${conditions}${NEWEST_FIRST}${limitText(query.limit + 1)}`, values }
}

export const NEWEST_FIRST = ' ORDER BY "created_at" DESC, "id" DESC'

/** The values are added to those that are there. */
export function placeTerms(dialect: Dialect, { since, until, after }: Terms, values: SqlValue[]): string[] {
  const bind = (kind: 'id' | 'time', value: string) => dialect.placeholder(values.push(dialect.codecs[kind].encode(value)))
  return [
    ...(since === undefined ? [] : [`"created_at" >= ${bind('time', since)}`]),
    ...(until === undefined ? [] : [`"created_at" < ${bind('time', until)}`]),
    ...(after === undefined ? [] : [afterText(after, bind)]),
  ]
}

const afterText = ({ created_at, id }: Place, bind: (kind: 'id' | 'time', value: string) => string): string =>
  `("created_at", "id") < (${bind('time', created_at)}, ${bind('id', id)})`
