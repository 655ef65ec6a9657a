// Fetches what a visible card needs: the record of an ended call, for its status and figures; the earlier output of a running one.
import { useEffect, useState } from 'react'
import { useLink, useProject } from '../../connection/project-context.ts'
import { type Call, hasEnded } from '../../mirror/calls/call.ts'
import { createWhenQuiet } from '../../shared/hooks/when-quiet.ts'

/** Tools that agents call often, and whose records add only a number to the card. */
const ONLY_FIGURES: readonly string[] = ['read_file', 'list_directory', 'list_files', 'search_in_project']
const whenCalm = createWhenQuiet(200)

export interface WholeCall {
  readonly error: Error | undefined
  readonly retry: () => void
}

export function useWholeCall(call: Call, isOpen: boolean): WholeCall {
  const { mirror } = useProject()
  const isOnline = useLink() !== 'offline'
  const [error, setError] = useState<Error>()
  const { id } = call
  const isOver = hasEnded(call.status)
  const isUnnamed = call.description === null && Object.keys(call.tool_params).length === 0
  const isUnread = isOver && !call.is_whole && (isOpen || (call.result === undefined && Object.keys(call.summary).length === 0))
  const wantsOutput = call.output_is_cut && (isOpen || call.status === 'executing') && call.output === ''
  const canWait = !isOpen && !isUnnamed && call.status === 'completed' && ONLY_FIGURES.includes(call.tool_name)
  useEffect(() => {
    if (!isOnline || !(isUnread || isUnnamed) || error) return
    const fetch = () => void mirror.fetchCall(id).catch(setError)
    if (canWait) return whenCalm(fetch)
    fetch()
    return undefined
  }, [mirror, id, isUnread, isUnnamed, canWait, isOnline, error])
  useEffect(() => {
    if (isOnline && wantsOutput && !error) mirror.fetchOutput(id).catch(setError)
  }, [mirror, id, wantsOutput, isOnline, error])
  return { error: isOpen && isOnline ? error : undefined, retry: () => setError(undefined) }
}
