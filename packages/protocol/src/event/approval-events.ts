// Events of what the operator is asked: approvals, questions, and the grants that an answer may give.
import * as z from 'zod'
import { approvalSchema, approvalStatusSchema, clientAnswererSchema, scopeSchema } from '../approval/approval.ts'
import { digestSchema } from '../digest/digest.ts'
import { statusSchema, timeSchema } from '../execution/state.ts'
import { grantSchema } from '../grant/grant.ts'
import { approvalId, executionId, grantId, sessionId } from '../ids/ids.ts'
import { sentenceSchema } from '../sentence/sentence.ts'
import { aboutCall, askedFields, moves } from './common-fields.ts'
import { durable } from './define-event.ts'

const resolvedFields = {
  ...aboutCall,
  approval_id: approvalId,
  status: approvalStatusSchema,
  /** How the call stands after the answer. */
  tool_status: statusSchema,
  by: z.string().nullable(),
  comment: z.string().nullable(),
}

const grantFields = {
  grant_id: grantId,
  session_id: sessionId,
  covers: z.string(),
  covers_form: sentenceSchema.nullish(),
  /** The fields from here on are missing in rows of earlier versions. */
  scope: grantSchema.shape.scope.optional(),
  never: z.boolean().optional(),
  agent: z.string().optional(),
  every_agent: z.boolean().optional(),
  cover_high: z.boolean().optional(),
  /** Null: until it is revoked. */
  expires_at: timeSchema.nullish(),
  /** Who answered, or who revoked it; missing if it ended with its session or was used up. */
  by: z.string().optional(),
  /** The call that used up a grant for exactly one call. */
  used_by: executionId.optional(),
}

export const APPROVAL_EVENTS = {
  'tool.approval_request': durable({
    when: 'A call waits for an approval.',
    seenBy: ['operator'],
    fields: {
      ...askedFields,
      scopes: approvalSchema.shape.scopes,
      mode: approvalSchema.shape.mode.optional(),
      list_offers: approvalSchema.shape.list_offers.optional(),
    },
    logged: moves,
  }),
  'tool.approval_warning': durable({
    when: 'The time to answer is nearly over.',
    seenBy: ['operator'],
    fields: { ...aboutCall, approval_id: approvalId, expires_at: timeSchema },
  }),
  'tool.approval_resolved': durable({
    when: 'An approval is answered, expires, is withdrawn or replaced.',
    seenBy: ['operator'],
    /** `scope` is null where nobody answered. */
    fields: { ...resolvedFields, scope: scopeSchema.nullable() },
    logged: moves,
  }),
  'tool.question': durable({
    when: 'The agent asks a question. `approval_id` is the id to answer.',
    seenBy: ['operator'],
    fields: askedFields,
    logged: moves,
  }),
  'tool.question_resolved': durable({
    when: 'A question is answered, expires or is withdrawn.',
    seenBy: ['operator'],
    fields: {
      ...resolvedFields,
      /** Set where the answer came over the agent's own connection: it is not the operator's. */
      answered_by: clientAnswererSchema.optional(),
      /** Null where nobody answered. */
      action: z.string().nullable(),
    },
    logged: { result_digest: digestSchema.optional(), ...moves },
  }),
  'grant.created': durable({ when: 'An answer also covers later calls.', seenBy: ['operator'], fields: grantFields }),
  'grant.revoked': durable({ when: 'A grant ends before its time, or is used up.', seenBy: ['operator'], fields: grantFields }),
} as const
