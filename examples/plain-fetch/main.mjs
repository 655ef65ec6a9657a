// An agent without any library: two requests are all it takes. Works the same in every language that can send HTTP.
import assert from 'node:assert/strict'

const { COUNTERSIGN_URL = 'http://127.0.0.1:4870', COUNTERSIGN_TOKEN } = process.env
const ENDS = ['completed', 'rejected', 'timeout', 'failed', 'cancelled']

async function request(path, body) {
  const headers = { authorization: `Bearer ${COUNTERSIGN_TOKEN}`, 'content-type': 'application/json' }
  const response = await fetch(COUNTERSIGN_URL + path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers })
  const answer = await response.json()
  assert(response.ok, answer.error)
  return answer
}

/** Calls a tool and waits until it has ended, however long the operator takes. */
async function callTool(tool_name, tool_params) {
  let call = await request('/my/tools/execute', { tool_name, tool_params })
  if (call.status === 'awaiting_approval') console.log(`${tool_name} waits for you: npx countersign approve ${call.approval_id}`)
  while (!ENDS.includes(call.status)) call = await request(`/my/tools/${call.tool_id}?wait_seconds=30`)
  return call
}

const { result } = await callTool('read_file', { path: 'README.md' })
const content = `${result.content.split('\n')[0]}\n\nwas read by an agent without a library.\n`
const written = await callTool('write_file', { path: 'notes/plain.md', content })
console.log(written.report)

// The story checks itself: what is there now is what was written, unless the operator said no or changed it.
assert.equal(written.status, 'completed', written.error)
const note = await callTool('read_file', { path: 'notes/plain.md' })
assert.equal(note.result.content, content)
