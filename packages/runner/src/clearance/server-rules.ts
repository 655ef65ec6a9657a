// The rules of the server's policy file, as this runner has them. A clearance names the version under which it was given: where the
// runner has another one, it fetches the rules before anything runs, so that it never judges by rules that are older.
import { type Client, ServerUnreachable } from '@countersign/client'
import { type Facts, type Rule, ruleSchema } from '@countersign/policy'
import type { ProjectId } from '@countersign/protocol'
import * as z from 'zod'
import { errorFields, type Logger } from '../ports/logger.ts'
import { refuseClearance } from './refusals.ts'

export interface ServerPolicy {
  readonly version: string
  readonly rules: readonly Rule[]
  readonly extraCommands: NonNullable<Facts['extraCommands']>
}

/** Where there is no server, there is no policy file. */
export const NO_SERVER_POLICY: ServerPolicy = { version: 'none', rules: [], extraCommands: new Map() }

export interface ServerRules {
  current(): ServerPolicy
  /** The rules that are in force now, at least as new as this version. Throws ServerUnreachable where they cannot be had. */
  require(version: string): Promise<ServerPolicy>
  /** The server says which version is in force; another one is fetched in the background. */
  heard(version: string | undefined): void
}

export interface ServerRulesPorts {
  readonly client: Client
  readonly projectId: ProjectId
  readonly logger: Logger
}

const FETCH_MILLISECONDS = 10_000

export function createServerRules({ client, projectId, logger }: ServerRulesPorts): ServerRules {
  let policy: ServerPolicy | undefined
  let fetching: Promise<ServerPolicy> | undefined
  const fetchRules = async (): Promise<ServerPolicy> => {
    const view = await client.getRunnerRules({ params: { p: projectId }, signal: AbortSignal.timeout(FETCH_MILLISECONDS) })
    const rules = z.array(ruleSchema).parse(view.rules)
    policy = { version: view.policy_version, rules, extraCommands: new Map(Object.entries(view.extra_commands)) }
    logger.info({ policy_version: policy.version, rules: rules.length }, 'the rules of the server are in force')
    return policy
  }
  /** A fetch that is under way may have been answered before this call was cleared, so that another one follows it. */
  const fetchAgain = (): Promise<ServerPolicy> => {
    const next = (fetching ?? Promise.resolve()).catch(() => undefined).then(fetchRules)
    fetching = next
    return next
  }
  return {
    current: () => policy ?? NO_SERVER_POLICY,
    async require(version) {
      if (policy?.version === version) return policy
      try {
        return await fetchAgain()
      } catch (error) {
        if (error instanceof ServerUnreachable) throw error
        throw refuseClearance('the rules that it was cleared under could not be read', error)
      }
    },
    heard(version) {
      if (version === undefined || version === policy?.version) return
      fetchAgain().catch((error: unknown) => logger.warn(errorFields(error), 'the rules of the server could not be fetched'))
    },
  }
}
