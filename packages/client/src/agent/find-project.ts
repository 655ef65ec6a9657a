// The project of an agent: as named, or the only one that its token may use.
import { describeField, Failure, sentence } from '@countersign/protocol'
import type { Client } from '../client.ts'
import type { Retrying } from './persist.ts'

/** Asks the server at most once, when first needed. */
export function findProject(client: Client, retrying: Retrying, named: string | undefined): () => Promise<string> {
  let found = named
  return async () => {
    found ??= await onlyProject(client, retrying)
    return found
  }
}

async function onlyProject(client: Client, retrying: Retrying): Promise<string> {
  const { projects } = await retrying(() => client.listProjects({ query: { limit: 2 } }))
  const [only, ...others] = projects
  if (only && others.length === 0) return only.id
  const problem = sentence(only ? 'problem.needed-of-several-projects' : 'problem.needed-without-project')
  throw new Failure('INVALID_ARGUMENTS', { subject: describeField('projectId', problem) })
}
