// The devices that wait for an answer or have access. Events of this project bring news at once; a request recorded in another
// project is found by looking from time to time.
import { useMirror, useProject } from '../connection/project-context.ts'
import { useFetched } from '../shared/hooks/use-fetched.ts'

const LOOK_MILLISECONDS = 15_000

export function useDevices(status: 'waiting' | 'signed_in') {
  const { client } = useProject()
  const news = useMirror((state) => state.news.devices)
  const read = async (signal: AbortSignal) => (await client.listDevices({ query: { status }, signal })).devices
  return useFetched({ read, key: status, news, everyMilliseconds: LOOK_MILLISECONDS })
}
