import type { Principal } from '@countersign/core'
import { describe, expect, test } from 'vitest'
import { agentOfClient, agentOfSession, clientOf, wordOf } from './agent-of-client.ts'

const principal = (agent: string | null): Principal => ({ user_id: 'alice', roles: ['agent'], agent, project_id: null, token_id: 't' })

describe('the word of a client', () => {
  test.each([
    ['claude-code', 'claude-code'],
    ['Visual Studio Code', 'Visual-Studio-Code'],
    ['operator:alice', 'operator-alice'],
    ['x) (assistant', 'x-assistant'],
    ['\u202Eevil\u200B', 'evil'],
    ['', 'mcp'],
    ['✨', 'mcp'],
    ['a'.repeat(100), 'a'.repeat(40)],
  ])('%j becomes %j', (name, word) => expect(wordOf(name)).toBe(word))
})

describe('the client of an initialize', () => {
  test.each([
    [{ elicitation: {} }, true],
    [{ elicitation: { form: {} } }, true],
    [{ elicitation: { form: {}, url: {} } }, true],
    [{ elicitation: { url: {} } }, false],
    [{ elicitation: 'yes' }, false],
    [{}, false],
    [null, false],
  ])('with the capabilities %j shows forms: %j', (capabilities, elicitation) =>
    expect(clientOf({ method: 'initialize', params: { clientInfo: { name: 'an editor' }, capabilities } })).toEqual({
      name: 'an-editor',
      elicitation,
    }),
  )

  test('has a name even where it gave none', () => expect(clientOf({ params: null })).toEqual({ name: 'mcp', elicitation: false }))
})

describe('the agent of a session', () => {
  test('is found again by the token that opened it', () => {
    const { agent } = agentOfClient(principal('helper'), 'claude-code')
    expect(agent).toBe('helper (claude-code)')
    expect(agentOfSession(principal('helper'), 'helper (claude-code)')?.agent).toBe(agent)
  })

  test.each(['helper', 'other (claude-code)', 'helper (x) (claude-code)', 'assistant', 'operator:alice', 'helper ()'])(
    'is not found for a token of "helper" where the session is of %j',
    (agent) => expect(agentOfSession(principal('helper'), agent)).toBeUndefined(),
  )
})
