// What the calls of a project are judged by: the rules in force, the project's mode and list of commands, and what its runner reported.
import { type Policy, policyVersion } from '@countersign/policy'
import {
  canonicalJson,
  digestOf,
  Failure,
  lowerMode,
  type Mode,
  type ModeLimit,
  type Project,
  type ProjectId,
  type Runner,
  sentence,
} from '@countersign/protocol'
import type { Guard, Reading } from '@countersign/tools'
import type { ReadTransaction } from '../ports/store.ts'
import type { Core } from '../work/core.ts'

export interface Judging {
  readonly project: Project
  /** The runner that holds the project's lease, or held it last. */
  readonly runner: Runner | undefined
}

export async function loadJudging(tx: ReadTransaction, id: ProjectId): Promise<Judging> {
  const project = await tx.projects.get(id)
  if (!project) throw new Failure('NOT_FOUND', { subject: sentence('noun.project') })
  return { project, runner: await tx.runners.get(id) }
}

type Known = Omit<
  Guard & Reading,
  'policy' | 'isolation' | 'mode' | 'toolchains' | 'foundToolchains' | 'addedCommands' | 'secretsInGit'
> & {
  /** A call that was judged before is judged again in the same mode. */
  readonly mode: Mode
}

export const guardOf = ({ policy }: Pick<Core, 'policy'>, { project, runner }: Judging, known: Known): Guard & Reading => ({
  isolation: runner?.isolation ?? 'none',
  policy,
  roots: runner?.roots ?? [],
  toolchains: project.toolchains ?? [],
  foundToolchains: runner?.toolchains ?? [],
  addedCommands: project.commands.map(({ command }) => command),
  ...(runner?.secrets_in_git && { secretsInGit: runner.secrets_in_git }),
  ...known,
})

/** Calls from before there were modes were judged by what is called strict now. */
export const judgedMode = ({ mode }: { readonly mode: Mode | null }): Mode => mode ?? 'strict'

/** The project's mode under the cap of the policy file. */
export const cappedMode = ({ policy }: Pick<Core, 'policy'>, { mode }: Pick<Project, 'mode'>): Mode =>
  policy.maxMode === undefined ? mode : lowerMode(mode, policy.maxMode)

export interface ModeInEffect {
  readonly mode_in_effect: Mode
  readonly mode_limits: ModeLimit[]
}

/** What real calls are judged by. No runner makes layers yet: in `rehearse` they are judged as in `ask`. */
export function modeInEffect(core: Pick<Core, 'policy'>, project: Pick<Project, 'mode'>): ModeInEffect {
  const capped = cappedMode(core, project)
  const mode_in_effect = lowerMode(capped, 'ask')
  return {
    mode_in_effect,
    mode_limits: [...(capped === project.mode ? [] : (['policy'] as const)), ...(mode_in_effect === capped ? [] : (['layers'] as const))],
  }
}

/** Names everything that the server sends to a runner to judge by: another list of commands is another version. */
export function judgingVersion(policy: Policy, { toolchains, commands }: Pick<Project, 'toolchains' | 'commands'>): string {
  const version = policyVersion(policy)
  if (toolchains === null && commands.length === 0) return version
  return `${version}~${digestOfLists([toolchains, commands.map(({ command }) => command)]).slice(0, 16)}`
}

/** Every clearance names a version, and lists change rarely: a digest is computed once for the same text. */
const knownDigests = new Map<string, string>()
const MAX_KNOWN_DIGESTS = 1000

function digestOfLists(lists: unknown): string {
  const text = JSON.stringify(lists)
  const digest = knownDigests.get(text) ?? digestOf(canonicalJson(lists))
  if (knownDigests.size >= MAX_KNOWN_DIGESTS) knownDigests.clear()
  knownDigests.set(text, digest)
  return digest
}
