// Watches the policy file: a valid change takes effect, a broken one is reported and leaves the old rules in force.
// Deleting the file changes nothing either. The file is read every second, which works on any disk and with any editor;
// a content counts when it was read twice.
import type { PolicySource } from '@countersign/core'
import { type Policy, policyVersion } from '@countersign/policy'
import type { Logger } from '@countersign/runner'
import { type PolicyPlace, policyFileOf, readPolicyIfPresent } from './read-policy.ts'

const LOOK_MILLISECONDS = 1_000

export interface WatchedPolicy extends PolicySource, Disposable {}

export function watchPolicy(place: PolicyPlace, first: Policy, logger: Logger): WatchedPolicy {
  const file = policyFileOf(place)
  const state: { current: Policy; problem: string | undefined } = { current: first, problem: undefined }
  let seen = policyVersion(first)
  const look = (): void => {
    const { policy, problem } = readNow(place, state.current)
    const found = problem ?? policyVersion(policy)
    const isSettled = found === seen
    seen = found
    // Half of a file that is being saved may be valid, with fewer rules.
    if (!isSettled) return
    if (problem !== undefined && problem !== state.problem)
      logger.error(
        { file, problem, policy_version: policyVersion(state.current) },
        'the policy file is not used; the rules before it stay in force',
      )
    if (problem === undefined && (state.problem !== undefined || policyVersion(policy) !== policyVersion(state.current)))
      logger.warn({ file, policy_version: policyVersion(policy), rules: policy.rules.length }, 'the policy file is in force')
    Object.assign(state, { current: policy, problem })
  }
  const timer = setInterval(look, LOOK_MILLISECONDS).unref()
  return {
    get current() {
      return state.current
    },
    get problem() {
      return state.problem
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

interface Found {
  readonly policy: Policy
  readonly problem: string | undefined
}

/** Whatever goes wrong, the current rules stay in force. */
function readNow(place: PolicyPlace, before: Policy): Found {
  try {
    const policy = readPolicyIfPresent(place)
    if (policy) return { policy, problem: undefined }
    const wasThere = before.digest !== undefined
    return {
      policy: before,
      problem: wasThere ? `${policyFileOf(place)} is gone; its rules stay in force until the server is started again` : undefined,
    }
  } catch (error) {
    return { policy: before, problem: error instanceof Error ? error.message : String(error) }
  }
}
