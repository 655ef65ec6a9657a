// Reads the figures that the database maintains: see sqlite/schema/growth-schema.ts.
import { DAY_MILLISECONDS, type DecisionFigure, dayOf, type FigureQuery, type Figures } from '@countersign/core'
import type { Risk, Status } from '@countersign/protocol'
import type { Dialect, SqlConnection, SqlValue } from './kinds.ts'

export function sqlFigures(connection: SqlConnection, dialect: Dialect): Figures {
  const texts = statementTexts(dialect)
  const valuesOf = ({ project_id, since, until, besides }: FigureQuery): SqlValue[] => {
    const day = (time: string) => Math.floor(Date.parse(time) / DAY_MILLISECONDS)
    return [dialect.codecs.id.encode(project_id), day(since), day(until), besides]
  }
  return {
    calls: async (query) =>
      (await connection.rows(texts.calls, valuesOf(query))).map(([tool_name, risk_level, status, day, count]) => ({
        tool_name: tool_name as string,
        risk_level: (risk_level || null) as Risk | null,
        status: status as Status,
        day: dayOf(Number(day) * DAY_MILLISECONDS),
        count: Number(count),
      })),
    decisions: async (query) =>
      (await connection.rows(texts.decisions, valuesOf(query))).map(([answer, tenths, count]) => ({
        answer: answer as DecisionFigure['answer'],
        waited_seconds: Number(tenths) < 0 ? null : Number(tenths) / 10,
        count: Number(count),
      })),
  }
}

function statementTexts({ placeholder }: Dialect) {
  const [project, since, until, besides] = [1, 2, 3, 4].map(placeholder)
  const chosen = `"project_id" = ${project} AND "day" >= ${since} AND "day" < ${until} AND "person" <> ${besides} AND "count" <> 0`
  return {
    calls: `SELECT "tool_name", "risk_level", "status", "day", sum("count") FROM "call_days" WHERE ${chosen} GROUP BY 1, 2, 3, 4`,
    decisions: `SELECT "answer", "tenths", sum("count") FROM "decision_days" WHERE ${chosen} GROUP BY 1, 2`,
  }
}
