import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CLAUDE_OPTIONS } from './agents/claude-code.ts'
import { AGENTS, chooseAgents } from './agents.ts'

const DOCUMENT = readFileSync(new URL('../../../docs/mcp.md', import.meta.url), 'utf8')
const ADDRESS = 'http://127.0.0.1:4870/my/projects/PROJECT/mcp'

/** Blanks have no meaning in these settings, and documents are formatted. */
const withoutBlanks = (text: string): string => text.replace(/\s+/g, '')

const RECIPES = AGENTS.flatMap((agent) => (['http', 'stdio'] as const).map((channel) => ({ agent, channel, name: agent.name })))

test.each(RECIPES)('docs/mcp.md shows the settings with which $name was tried over $channel', ({ agent, channel }) => {
  expect(withoutBlanks(DOCUMENT)).toContain(withoutBlanks(`${agent.recipe(channel, ADDRESS)}\`\`\``))
})

test.each(AGENTS)('docs/mcp.md names the version of $name that was tried', ({ packages }) => {
  for (const [name, version] of Object.entries(packages)) expect(DOCUMENT).toContain(`\`${name}\` ${version}`)
})

test('docs/mcp.md starts Claude Code as it was tried', () => {
  expect(DOCUMENT).toContain(`claude ${CLAUDE_OPTIONS.map((option) => option || '""').join(' ')}\n`)
})

test('agents are chosen by name, and an unknown name is told', () => {
  expect(chooseAgents([])).toEqual(AGENTS)
  expect(chooseAgents(['codex']).map(({ name }) => name)).toEqual(['codex'])
  expect(() => chooseAgents(['nobody'])).toThrow('No agent nobody; there are opencode, codex, claude-code, gemini, qwen-code')
})
