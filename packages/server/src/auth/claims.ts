// Turns the claims of a verified token into a principal. Unclear claims are refused.
import { ASSISTANT, type Principal } from '@countersign/core'
import { deviceId, Failure, projectId, ROLES, type Role, type Sentence, sentence } from '@countersign/protocol'
import * as z from 'zod'

/** The prefix marks the sessions of a person. An agent with such a name could act in them. */
const RESERVED_AGENT_PREFIX = 'operator:'

const claimsSchema = z.object({
  sub: z.string().min(1).max(200),
  roles: z.array(z.string()).min(1),
  project: projectId.optional(),
  agent: z
    .string()
    .min(1)
    .max(100)
    .refine((name) => !name.startsWith(RESERVED_AGENT_PREFIX) && name !== ASSISTANT, 'reserved name')
    .optional(),
  jti: z.string().min(1).max(200),
  exp: z.number(),
  nbf: z.number().optional(),
  first: z.string().min(1).max(200).optional(),
  device: deviceId.optional(),
})

export interface SignedIn {
  readonly principal: Principal
  readonly expiresAt: number
}

export function readClaims(payload: unknown, now: number): SignedIn {
  const parsed = claimsSchema.safeParse(payload)
  if (!parsed.success) throw unauthorized(sentence('subject.token-claim', { claim: parsed.error.issues[0]?.path.join('.') ?? 'set' }))
  const { sub, roles, project, agent, jti, exp, nbf, first, device } = parsed.data
  if (exp * 1000 <= now) throw unauthorized(sentence('subject.token-expired'))
  if (nbf !== undefined && nbf * 1000 > now) throw unauthorized(sentence('subject.token-not-yet'))
  checkRoles(roles, project)
  const principal = {
    user_id: sub,
    roles: roles.filter(isRole),
    agent: agent ?? null,
    project_id: project ?? null,
    // Renewed tokens count as the token they began with; otherwise renewing would bypass the limit on calls.
    token_id: first ?? jti,
    ...(device && { device_id: device }),
  }
  return { principal, expiresAt: exp * 1000 }
}

/** A token that may call tools may not approve calls, and a runner's token belongs to one project. */
function checkRoles(roles: readonly string[], project: string | undefined): void {
  if (!roles.some(isRole)) throw unauthorized(sentence('subject.token-without-role'))
  if (roles.includes('agent') && new Set(roles).size > 1) throw unauthorized(sentence('subject.token-agent-role'))
  if (roles.includes('runner') && !project) throw unauthorized(sentence('subject.token-runner-project'))
}

const isRole = (role: string): role is Role => (ROLES as readonly string[]).includes(role)

export const unauthorized = (subject: Sentence, cause?: unknown): Failure => new Failure('UNAUTHORIZED', { subject }, { cause })
