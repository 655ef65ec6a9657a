// The record of a card that is on the screen: when its call has ended, for its mark and its figures; while it runs, what it has
// printed before anybody looked.
import { useEffect, useState } from 'react'
import { useLink, useProject } from '../../connection/project-context.ts'
import { type Call, hasEnded } from '../../mirror/call.ts'

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
  const isUnread = isOver && !call.is_whole && (isOpen || (call.result === undefined && Object.keys(call.gist).length === 0))
  const wantsOutput = call.output_is_cut && (isOpen || call.status === 'executing') && call.output === ''
  useEffect(() => {
    if (isOnline && (isUnread || isUnnamed) && !error) mirror.fetchCall(id).catch(setError)
  }, [mirror, id, isUnread, isUnnamed, isOnline, error])
  useEffect(() => {
    if (isOnline && wantsOutput && !error) mirror.fetchOutput(id).catch(setError)
  }, [mirror, id, wantsOutput, isOnline, error])
  return { error: isOpen && isOnline ? error : undefined, retry: () => setError(undefined) }
}
