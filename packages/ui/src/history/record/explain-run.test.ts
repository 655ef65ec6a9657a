// A question that was answered at the agent's own client is nowhere called the person's answer.
import i18next, { type TFunction } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { gistWords } from '../../chat/calls/summarize-result.ts'
import type { Call } from '../../mirror/calls/call.ts'
import { en } from '../../translations/en/index.ts'
import type { CallRecord } from './call-record.ts'
import { eventWords } from './describe-event.ts'
import { whyOf } from './explain-run.ts'

let t: TFunction

beforeAll(async () => {
  t = await i18next.createInstance().init({ lng: 'en', resources: { en: { translation: en } }, interpolation: { escapeValue: false } })
})

const answered_by = { by: 'mcp_client', client: 'opencode' }
const recordOf = (decision: object) => ({ execution: { status: 'completed', cleared_by: null }, approval: { decision } }) as CallRecord
const callOf = (gist: Call['gist']) => ({ tool_name: 'prompt_user', status: 'completed', gist }) as Call
const words = () => ({ t, sayReach: (covers: string) => covers })
const resolved = (payload: object) => eventWords({ type: 'tool.question_resolved', payload: { status: 'answered', ...payload } }, t)

describe('an answered question', () => {
  test('was answered by the person, unless its record says that it was at the client', () => {
    expect(whyOf(recordOf({}), words())).toBe('You answered the question.')
    expect(whyOf(recordOf({ answered_by }), words())).toBe('It was answered at the agent’s own client (opencode), not by you.')
  })

  test('says the same in its row of the log and in its card', () => {
    expect(resolved({})).not.toContain('client')
    expect(resolved({ answered_by })).toContain('answered at the agent’s client, not by you')
    expect(gistWords(callOf({ action: 'left' }), t)).toBe('You answered: left')
    expect(gistWords(callOf({ action: 'left', answered_at: 'client' }), t)).toBe('Answered at the agent’s client: left')
  })
})
