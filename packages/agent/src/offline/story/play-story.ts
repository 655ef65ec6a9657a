// The demo story: the agent looks around, proposes a change, runs its test and tries something dangerous. Each call is handled
// like any other, so that the person sees every kind of question. The current scene is derived from the conversation alone.
import { type ToolCall, withoutMarks } from '@countersign/protocol'
import type { Entry, ModelStep } from '../../model.ts'
import type { Language } from '../forms/form.ts'
import { proposedDiff, testCommand } from './proposed-files.ts'
import { STORY_WORDS, type StoryWords } from './story-words.ts'

type Step = Pick<ModelStep, 'content' | 'calls'>
type Result = Extract<Entry, { kind: 'result' }>

const FOLDER = 'countersign-demo'

/** `told` is the part of the conversation after the request. */
export function playStory(told: readonly Entry[], language: Language): Step {
  const words = STORY_WORDS[language]
  const results = new Map(told.filter((entry) => entry.kind === 'result').map((entry) => [entry.call.tool_name, entry]))
  for (const scene of SCENES) {
    const call = results.has(scene.tool) ? undefined : scene.call(results)
    if (call) return { content: words.scenes[scene.tool] ?? '', calls: [{ tool_name: scene.tool, tool_params: call }] }
  }
  return { content: endOf(results, words), calls: [] }
}

type Results = ReadonlyMap<string, Result>

interface Scene {
  readonly tool: string
  /** Undefined if the scene is skipped. */
  call(results: Results): ToolCall['tool_params'] | undefined
}

const SCENES: readonly Scene[] = [
  { tool: 'list_directory', call: () => ({ path: '.' }) },
  { tool: 'read_file', call: (results) => withPath(fileToRead(namesIn(results))) },
  { tool: 'apply_patch_review', call: (results) => ({ diff: proposedDiff(freeFolder(namesIn(results))) }) },
  { tool: 'apply_patch', call: (results) => withDiff(takenDiff(results.get('apply_patch_review'))) },
  {
    tool: 'run_command',
    call: (results) => (isDone(results, 'apply_patch') ? { command: testCommand(freeFolder(namesIn(results))) } : undefined),
  },
  { tool: 'execute_command', call: (results) => ({ command: 'rm', args: ['-rf', freeFolder(namesIn(results))] }) },
]

const isDone = (results: Results, tool: string): boolean => results.get(tool)?.failed === false

const namesIn = (results: Results): string[] => {
  const listed = results.get('list_directory')
  return listed && !listed.failed ? withoutMarks(listed.text).trim().split('\n') : []
}

const fileToRead = (names: readonly string[]): string | undefined =>
  names.find((name) => /^readme\b/i.test(name)) ?? names.find((name) => /^[\w.-]+\.\w+$/.test(name))

/** A story played earlier leaves its folder behind unless somebody undid it. */
function freeFolder(names: readonly string[]): string {
  const isFree = (folder: string) => !names.includes(`${folder}/`)
  for (let number = 1; ; number++) {
    const folder = number === 1 ? FOLDER : `${FOLDER}-${number}`
    if (isFree(folder)) return folder
  }
}

const withPath = (path: string | undefined) => (path === undefined ? undefined : { path })
const withDiff = (diff: string | undefined) => (diff === undefined ? undefined : { diff })

const BEFORE_DIFF = 'it will not be asked again:\n'

/**
 * The diff exactly as the person accepted it, from the answer to the review. It contains no empty line, and the text after it
 * begins with one.
 */
function takenDiff(review: Result | undefined): string | undefined {
  const start = review?.text.indexOf(BEFORE_DIFF) ?? -1
  if (!review || review.failed || start === -1) return undefined
  return `${review.text.slice(start + BEFORE_DIFF.length).split('\n\n')[0]}\n`
}

function endOf(results: Results, { ended, outcomes, undo }: StoryWords): string {
  const lines = SCENES.flatMap(({ tool }) => {
    const result = results.get(tool)
    const outcome = outcomes[tool]
    return result && outcome ? [`- ${result.failed ? outcome.failed : outcome.done}`] : []
  })
  return [ended, lines.join('\n'), ...(isDone(results, 'apply_patch') ? [undo] : [])].join('\n\n')
}
