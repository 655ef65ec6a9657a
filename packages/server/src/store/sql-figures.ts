// The figures, counted by the database. Times are milliseconds there.
import { DAY_MILLISECONDS, type DecisionFigure, dayOf, type FigureQuery, type Figures } from '@countersign/core'
import type { Risk, Status } from '@countersign/protocol'
import type { Dialect, SqlConnection, SqlValue } from './kinds.ts'

export function sqlFigures(connection: SqlConnection, dialect: Dialect): Figures {
  const texts = statementTexts(dialect)
  const valuesOf = ({ user_id, project_id, since, until, besides }: FigureQuery): SqlValue[] => {
    const { text, id, time } = dialect.codecs
    return [text.encode(user_id), time.encode(since), time.encode(until), id.encode(project_id), text.encode(besides)]
  }
  return {
    calls: async (query) =>
      (await connection.rows(texts.calls, valuesOf(query))).map(([tool_name, risk_level, status, day, count]) => ({
        tool_name: tool_name as string,
        risk_level: risk_level as Risk | null,
        status: status as Status,
        day: dayOf(Number(day) * DAY_MILLISECONDS),
        count: Number(count),
      })),
    decisions: async (query) =>
      (await connection.rows(texts.decisions, valuesOf(query))).map(([answer, tenths, count]) => ({
        answer: answer as DecisionFigure['answer'],
        waited_seconds: tenths === null ? null : Number(tenths) / 10,
        count: Number(count),
      })),
  }
}

function statementTexts({ placeholder }: Dialect) {
  const [user, since, until, project, besides] = [1, 2, 3, 4, 5].map(placeholder)
  const chosen = (table: string) =>
    `${table}."user_id" = ${user} AND ${table}."created_at" >= ${since} AND ${table}."created_at" < ${until}` +
    ` AND ${table}."project_id" = ${project} AND ${table}."agent" <> ${besides}`
  const answeredAt = `CASE a."status" WHEN 'approved' THEN e."approved_at" WHEN 'expired' THEN NULL ELSE e."completed_at" END`
  return {
    calls: `SELECT c."tool_name", c."risk_level", c."status", c."created_at" / ${DAY_MILLISECONDS} AS day, count(*)
      FROM "tool_executions" AS c WHERE ${chosen('c')} GROUP BY 1, 2, 3, 4`,
    decisions: `SELECT a."status", (${answeredAt} - a."created_at") / 100 AS tenths, count(*)
      FROM "approvals" AS a JOIN "tool_executions" AS e ON e."id" = a."tool_id"
      WHERE ${chosen('a')} AND (a."status" = 'expired'
        OR (a."status" IN ('approved', 'rejected', 'answered') AND e."approval_id" = a."id" AND ${answeredAt} IS NOT NULL))
      GROUP BY 1, 2`,
  }
}
