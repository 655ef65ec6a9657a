// The classes of recorded calls: written with each call above LOW, and read to say what an offer would have matched.
import { type Execution, inEnglish, type MatchedCall, type ProjectId, type Sentence, visibleSentence } from '@countersign/protocol'
import { type JudgedCall, keysOf, readCall } from '@countersign/tools'
import { type Core, later, type Work } from '../work/core.ts'

/** Of one call: a patch of many files has only some of them counted. */
const MAX_KEYS = 16
/** High enough to show that there are many. */
const MAX_COUNTED = 100
const MAX_SHOWN = 3
const LOOKED_BACK_SECONDS = 30 * 24 * 3_600

/** A key that contains a secret is not kept: records hold no text that masking would change. */
export const isPlainKey = (core: Core, key: string): boolean => core.masker.maskText(key) === key

export async function recordClasses(core: Core, work: Work, { id, project_id }: Execution, judged: JudgedCall): Promise<void> {
  if (judged.risk === 'LOW') return
  const asked = judged.pieces.filter(({ risk }) => risk !== 'LOW')
  const keys = [...new Set(asked.flatMap(keysOf))].filter((key) => isPlainKey(core, key)).slice(0, MAX_KEYS)
  for (const key of keys)
    await work.tx.callClasses.insert({ id: core.ids.next(), project_id, class: key, tool_id: id, created_at: work.at })
}

export interface MatchedCalls {
  readonly matched: number
  readonly recent: MatchedCall[]
}

/** What a class would have matched in the last 30 days, besides the call that is asked about. */
export async function matchedCalls(
  work: Work,
  project_id: ProjectId,
  { key, besides }: { key: string; besides: string },
): Promise<MatchedCalls> {
  const query = {
    equal: { project_id, class: key },
    range: { column: 'created_at', atLeast: later(work.now, -LOOKED_BACK_SECONDS) },
  } as const
  const counted = await work.tx.callClasses.count({ ...query, limit: MAX_COUNTED + 1 })
  const order = { column: 'created_at', descending: true } as const
  const latest = await work.tx.callClasses.find({ ...query, order, limit: MAX_SHOWN + 1 })
  const isOwn = latest.some(({ tool_id }) => tool_id === besides)
  const recent: MatchedCall[] = []
  for (const { tool_id } of latest.filter((row) => row.tool_id !== besides).slice(0, MAX_SHOWN)) {
    const call = await work.tx.executions.get(tool_id)
    if (call) recent.push(showCall(call))
  }
  return { matched: Math.min(isOwn ? counted - 1 : counted, MAX_COUNTED), recent }
}

function showCall({ id, tool_name, tool_params, created_at }: Execution): MatchedCall {
  const title = titleOf(tool_name, tool_params)
  return title ? { tool_id: id, title: inEnglish(title), title_form: title, created_at } : { tool_id: id, title: tool_name, created_at }
}

/** From the masked parameters; undefined if their text was pruned or is stored apart. */
function titleOf(toolName: string, params: Execution['tool_params']): Sentence | undefined {
  const call = readCall(toolName, params)
  return 'refusal' in call ? undefined : visibleSentence(call.ask())
}
