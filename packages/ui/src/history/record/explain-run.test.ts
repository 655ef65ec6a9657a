// A question that was answered at the agent's own client is nowhere called the person's answer.
import i18next, { type TFunction } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeSummary } from '../../chat/calls/describe-summary.ts'
import type { Call } from '../../mirror/calls/call.ts'
import { en } from '../../translations/en/index.ts'
import type { CallRecord } from './call-record.ts'
import { describeEvent } from './describe-event.ts'
import { explainRun } from './explain-run.ts'

let t: TFunction

beforeAll(async () => {
  t = await i18next.createInstance().init({ lng: 'en', resources: { en: { translation: en } }, interpolation: { escapeValue: false } })
})

const answered_by = { by: 'mcp_client', client: 'opencode' }
const recordOf = (decision: object) => ({ execution: { status: 'completed', cleared_by: null }, approval: { decision } }) as CallRecord
const callOf = (summary: Call['summary']) => ({ tool_name: 'prompt_user', status: 'completed', summary }) as Call
const words = () => ({ t, render: (text: string) => text })
const resolved = (payload: object) => describeEvent({ type: 'tool.question_resolved', payload: { status: 'answered', ...payload } }, t)

describe('an answered question', () => {
  test('was answered by the person, unless its record says that it was at the client', () => {
    expect(explainRun(recordOf({}), words())).toBe('You answered the question.')
    expect(explainRun(recordOf({ answered_by }), words())).toBe('It was answered at the agent’s own client (opencode), not by you.')
  })

  test('says the same in its row of the log and in its card', () => {
    expect(resolved({})).not.toContain('client')
    expect(resolved({ answered_by })).toContain('answered at the agent’s client, not by you')
    expect(describeSummary(callOf({ action: 'left' }), t)).toBe('You answered: “left”')
    expect(describeSummary(callOf({ action: 'left', answered_at: 'client' }), t)).toBe('Answered at the agent’s client: “left”')
  })
})
