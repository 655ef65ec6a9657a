// The server's policy file: the given one, or policy.toml in the data folder. Never in a workspace, nor writable by
// others.
import { join } from 'node:path'
import { NO_POLICY, type Policy, PolicyFileError, parsePolicy } from '@countersign/policy'
import { Failure } from '@countersign/protocol'
import { readRuleFile } from '@countersign/runner/rule-file'
import { TOOL_NAMES } from '@countersign/tools'
import { UsageError } from '../../terminal/report-error.ts'

export interface PolicyPlace {
  /** Given on the command line; it must exist. */
  readonly given: string | undefined
  readonly data: string
  readonly workspace?: string | undefined
}

export const policyFileOf = ({ given, data }: Pick<PolicyPlace, 'given' | 'data'>): string => given ?? join(data, 'policy.toml')

export function readPolicyIfPresent(place: PolicyPlace): Policy | undefined {
  const file = policyFileOf(place)
  try {
    return parsePolicy(readRuleFile(file, place), file, TOOL_NAMES)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Throws an error for the person if the file cannot be used. */
export function readPolicy(place: PolicyPlace): Policy {
  try {
    const policy = readPolicyIfPresent(place)
    if (!policy && place.given !== undefined) throw new UsageError(`--policy: there is no file ${place.given}`)
    return policy ?? NO_POLICY
  } catch (error) {
    if (error instanceof PolicyFileError || error instanceof Failure) throw new UsageError(error.message)
    throw error
  }
}
