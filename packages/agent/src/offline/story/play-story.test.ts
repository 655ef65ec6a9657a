import { markAsData, type ToolCall } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import type { Entry, ModelStep } from '../../model.ts'
import { offlineAgent } from '../offline-agent.ts'
import { asksForStory } from './ask-for-story.ts'

const ID = '019b76da-a800-721f-bf88-919dddd14b76'

/** Plays to the end; `outcome` gives the result of each call. */
async function play(request: string, outcome: (call: Omit<ToolCall, 'call_id'>) => { text: string; failed: boolean }) {
  const conversation: Entry[] = [{ kind: 'user', text: request }]
  const calls: Omit<ToolCall, 'call_id'>[] = []
  const { signal } = new AbortController()
  for (;;) {
    const ports = { system: '', tools: [], signal, onText: () => undefined, onRestart: () => undefined }
    const step: ModelStep = await offlineAgent.step({ ...ports, conversation })
    const [made] = step.calls
    if (!made) return { calls, summary: step.content }
    expect(step.content).not.toBe('')
    const call = { ...made, call_id: `m/${calls.length}` }
    calls.push(made)
    conversation.push({ kind: 'assistant', text: step.content, calls: [call], provider: null })
    conversation.push({ kind: 'result', call, ...outcome(made) })
  }
}

const REVIEWED = 'The operator took 1 of 3 hunks. Now call apply_patch with exactly this diff, unchanged; it will not be asked again:\n'
const DIFF = '--- /dev/null\n+++ b/countersign-demo/greet.mjs\n@@ -0,0 +1,2 @@\n+one\n+\n'

const goodEnd = ({ tool_name }: { readonly tool_name: string }) => {
  if (tool_name === 'list_directory') return { text: markAsData(tool_name, ID, 'src/\nREADME.md\n'), failed: false }
  if (tool_name === 'apply_patch_review') return { text: `${REVIEWED}${DIFF}\nDropped: hunk 3 (countersign-demo/BOAST.md).`, failed: false }
  return { text: tool_name, failed: tool_name === 'execute_command' }
}

describe('the demo story', () => {
  test('looks, reads, lets the person review, applies what was taken, tests, and is refused', async () => {
    const { calls, summary } = await play('Show me the demo!', goodEnd)
    expect(calls.map(({ tool_name }) => tool_name)).toEqual([
      'list_directory',
      'read_file',
      'apply_patch_review',
      'apply_patch',
      'run_command',
      'execute_command',
    ])
    expect(calls[1]?.tool_params).toEqual({ path: 'README.md' })
    expect(calls[3]?.tool_params).toEqual({ diff: DIFF })
    expect(calls[5]?.tool_params).toEqual({ command: 'rm', args: ['-rf', 'countersign-demo'] })
    expect(summary).toContain('refused without even asking you')
    expect(summary).toContain('Undo')
  })

  test('goes on without what the person did not want', async () => {
    const { calls, summary } = await play('demo', (call) =>
      call.tool_name === 'apply_patch_review'
        ? { text: 'The operator cancelled the review: nothing may be applied.', failed: false }
        : goodEnd(call),
    )
    expect(calls.map(({ tool_name }) => tool_name)).toEqual(['list_directory', 'read_file', 'apply_patch_review', 'execute_command'])
    expect(summary).not.toContain('Undo')
  })

  test('takes another folder where an earlier story left its own, and reads nothing where there is nothing', async () => {
    const { calls } = await play('покажи демо', (call) =>
      call.tool_name === 'list_directory'
        ? { text: markAsData('list_directory', ID, 'countersign-demo/\n'), failed: false }
        : goodEnd(call),
    )
    expect(calls.map(({ tool_name }) => tool_name)).not.toContain('read_file')
    expect(String(calls.find(({ tool_name }) => tool_name === 'apply_patch_review')?.tool_params.diff)).toContain(
      'countersign-demo-2/greet.mjs',
    )
  })
})

describe('the story is asked for', () => {
  test.each([
    ['show me the demo', 'en'],
    ['Play the demo story, please.', 'en'],
    ['Покажи демо', 'ru'],
    ['запустите, пожалуйста', undefined],
    ['запусти демонстрацию', 'ru'],
    ['演示一下', 'zh'],
    ['播放演示故事', 'zh'],
    ['read demo.md', undefined],
    ['show me the demo folder', undefined],
  ])('by %j: %s', (request, language) => expect(asksForStory(request)).toBe(language))
})
