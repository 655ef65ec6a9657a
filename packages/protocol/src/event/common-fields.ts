// Fields that several events share.
import * as z from 'zod'
import { approvalSchema } from '../approval/approval.ts'
import { digestSchema } from '../digest/digest.ts'
import { riskSchema } from '../execution/clearance.ts'
import { MOVES, type MoveType } from '../execution/lifecycle.ts'
import { timeSchema } from '../execution/state.ts'
import { approvalId, executionId, sessionId } from '../ids/ids.ts'

export const params = z.record(z.string(), z.unknown())
export const aboutCall = { tool_id: executionId }

/** The agent's own id of the call within a step, where it gave one: its position among the others. */
export const withinStep = { call_id: z.string().optional() }

const MOVE_TYPES = Object.values(MOVES).flatMap((moves) => Object.keys(moves) as MoveType[])

/** As the log names it: the moves of the table, and the call itself. */
const loggedMove = z.enum(['call.requested', ...new Set(MOVE_TYPES)] as const)
export type LoggedMove = z.infer<typeof loggedMove>

/** The transitions of the execution that this row records, in order. */
export const moves = { moves: z.array(loggedMove).readonly() }

/** Everything that the operator must see before an answer. */
export const askedFields = {
  ...aboutCall,
  approval_id: approvalId,
  session_id: sessionId,
  ...withinStep,
  agent: z.string(),
  tool_name: z.string(),
  tool_params: params,
  preview: approvalSchema.shape.preview,
  risk_level: riskSchema,
  reasons: z.array(z.string()),
  reasons_forms: approvalSchema.shape.reasons_forms,
  timeout_seconds: z.int(),
  expires_at: timeSchema,
  description: z.string(),
  description_form: approvalSchema.shape.description_form,
  digest: digestSchema,
  /** Parts that are masked here, where there are some. */
  masked: approvalSchema.shape.masked.optional(),
  /** Set where something is masked, or too long for an event: the approval by REST has it whole. */
  abridged: z.boolean().optional(),
}

/** Errors of what has ended. */
export const endFields = { error: z.string().nullable(), error_code: z.string().nullable() }
