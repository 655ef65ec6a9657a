// The task that every agent does, as its model directs: what is called, and which words must come back.
import type { Script, ScriptedCall, ScriptedStep, SeenRequest } from '../../../packages/test-kit/src/scripted-model/scripted-model.ts'

export const REQUEST = 'Tidy up the notes of this project.'
export const QUESTION = { message: 'Shall I tidy the notes?', actions: ['tidy', 'leave'] }
export const ANSWER = { action: 'tidy', comment: 'only the notes' }
export const NOTE = { path: 'notes/tidy.md', content: '# Tidy\n\nWritten through the gate.\n' }
export const KEPT = { path: 'config.json', reason: 'we still need it: the build reads it' }
export const LATER = { path: 'notes/later.md', content: 'Written after a long wait.\n' }
export const LAST_WORDS = 'The notes are tidy.'

const ID = '{the id that it was told}'

/** What the agent's own shell is asked to leave behind. */
export const OWN_SHELL_FILE = 'own-shell-ran.txt'

const STEPS: readonly ScriptedStep[] = [
  { calls: [{ name: 'read_file', arguments: { path: 'README.md' } }] },
  { calls: [{ name: 'prompt_user', arguments: QUESTION }] },
  { text: 'I shall write the note. ', calls: [{ name: 'write_file', arguments: NOTE }] },
  { calls: [{ name: 'delete_file', arguments: { path: KEPT.path } }] },
  { calls: [{ name: 'write_file', arguments: LATER }] },
  { calls: [{ name: 'await_call', arguments: { tool_id: ID } }] },
  { text: LAST_WORDS },
]

/** Each agent names the tools of an MCP server in its own way: countersign_read_file, mcp__countersign.read_file. */
const nameIn = ({ tools }: SeenRequest, name: string): string =>
  tools.find((tool) => tool.includes('countersign') && tool.endsWith(name)) ?? name

export const idTold = (text: string): string | undefined => /Waiting for the operator, id (?<id>[\w-]+)/.exec(text)?.groups?.id

/** Counted from the answers in the conversation: other requests of an agent, such as for a title, have no tools and get no call. */
export const scriptFor = (ownShell: ScriptedCall): Script => ({
  by: 'conversation',
  steps: [{ calls: [ownShell] }, ...STEPS],
  adapt: (step, seen) => {
    if (seen.tools.length === 0) return { text: 'A tidy project' }
    const id = idTold(seen.entries.at(-1)?.text ?? '') ?? 'none'
    const calls = step.calls?.map(({ name, arguments: given }) => ({
      name: nameIn(seen, name),
      arguments: JSON.stringify(given).replace(ID, id),
    }))
    return { ...step, ...(calls && { calls }) }
  },
})
