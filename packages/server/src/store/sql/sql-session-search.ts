// Finds sessions by words of their titles and messages, latest first: see sqlite/schema/search-schema.ts.
import type { FindSessions } from '@countersign/core'
import { PLACE_MARK, SEARCHED_CHARACTERS } from '../sqlite/schema/search-schema.ts'
import type { Dialect, SqlConnection, SqlValue } from './kinds.ts'

/** As many as a person would look through. */
const MAX_SESSIONS = 100
const MAX_TEXTS = 200
/** How many texts are compared if the search is too short for the index. */
const MAX_LATEST = 300
const LETTERS = 3

export function sqlSessionSearch(connection: SqlConnection, dialect: Dialect): FindSessions {
  const { id } = dialect.codecs
  return async ({ project_id, text }) => {
    const wanted = text.toLowerCase()
    const project = id.encode(project_id)
    const found = new Set<string>()
    for (const [session, words] of await textsOf(connection, dialect, project, wanted)) {
      if (found.size >= MAX_SESSIONS) break
      if (String(words).toLowerCase().includes(wanted)) found.add(id.decode(session as SqlValue) as string)
    }
    return found
  }
}

const WORDS = `substr(coalesce(m."content", s."title"), 1, ${SEARCHED_CHARACTERS})`
const TEXTS = `LEFT JOIN "messages" AS m ON m."id" = t."message_id" LEFT JOIN "sessions" AS s ON s."id" = t."session_id" AND t."message_id" IS NULL`

function textsOf(connection: SqlConnection, { placeholder }: Dialect, project: SqlValue, wanted: string) {
  const marks = trigramsOf(wanted)
  if (marks.length === 0) {
    const latest = `SELECT t.* FROM "session_texts" AS t WHERE t."project_id" = ${placeholder(1)} ORDER BY t."id" DESC LIMIT ${MAX_LATEST}`
    return connection.rows(`SELECT t."session_id", ${WORDS} FROM (${latest}) AS t ${TEXTS}`, [project])
  }
  const match = [...marks, placeOf(project)].map((mark) => `"${mark.replaceAll('"', '""')}"`).join(' AND ')
  const text = `SELECT t."session_id", ${WORDS} FROM "session_words" AS w JOIN "session_texts" AS t ON t."id" = w.rowid ${TEXTS}
    WHERE "session_words" MATCH ${placeholder(1)} AND t."project_id" = ${placeholder(2)} ORDER BY w.rowid DESC LIMIT ${MAX_TEXTS}`
  return connection.rows(text, [match, project])
}

const placeOf = (project: SqlValue): string =>
  `${PLACE_MARK}${Buffer.from(project as Uint8Array)
    .subarray(15)
    .toString('hex')}`

function trigramsOf(text: string): string[] {
  const letters = [...text]
  const marks = letters.slice(LETTERS - 1).map((_, index) => letters.slice(index, index + LETTERS).join(''))
  return [...new Set(marks)]
}
