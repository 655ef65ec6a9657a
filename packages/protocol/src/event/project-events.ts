// Events of a project and its stream: conversations, files, the runner, and the stream's own notices.
import * as z from 'zod'
import { messageSchema } from '../chat/message.ts'
import { isolationSchema } from '../execution/clearance.ts'
import { timeSchema } from '../execution/state.ts'
import { deviceId, messageId, projectId, runnerId, sessionId, turnId } from '../ids/ids.ts'
import { sentenceSchema } from '../sentence/sentence.ts'
import { listEntrySchema, modeSchema } from '../session/mode.ts'
import { endFields } from './common-fields.ts'
import { durable, transient } from './define-event.ts'

const inTurn = { turn_id: turnId, session_id: sessionId }

export const PROJECT_EVENTS = {
  'chat.message': durable({
    when: 'Somebody says something in a conversation.',
    seenBy: ['operator'],
    fields: {
      message_id: messageId,
      ...inTurn,
      /** Which step of its turn it was, for messages of the model. */
      step: z.int().optional(),
      role: messageSchema.shape.role,
      /** Masked, and cut where it is long: the messages by REST have it whole. */
      content: z.string(),
      note_form: sentenceSchema.optional(),
      tool_calls: z.array(z.strictObject({ call_id: z.string(), tool_name: z.string() })),
    },
  }),
  'chat.delta': transient({
    when: 'The model writes on. `offset` counts the characters of the step before this piece; the turn by REST has what came before.',
    seenBy: ['operator'],
    fields: { ...inTurn, step: z.int(), offset: z.int(), text: z.string() },
  }),
  'chat.turn': durable({
    when: 'A turn of the built-in agent starts, waits or ends.',
    seenBy: ['operator'],
    fields: {
      ...inTurn,
      status: z.enum(['started', 'waiting', 'finished', 'stopped', 'failed']),
      model: z.string(),
      steps: z.int(),
      input_tokens: z.int(),
      output_tokens: z.int(),
      ...endFields,
      error_form: sentenceSchema.nullish(),
    },
  }),
  'files.changed': durable({
    when: 'Files of the workspace changed on disk.',
    seenBy: ['operator'],
    fields: { paths: z.array(z.string()).readonly() },
  }),
  'runner.online': durable({
    when: 'A runner takes the project, or says that it has other tools or toolchains.',
    seenBy: ['operator'],
    fields: { runner_id: runnerId, isolation: isolationSchema, platform: z.string() },
  }),
  'runner.offline': durable({
    when: 'The runner of the project is gone.',
    seenBy: ['operator'],
    fields: { runner_id: runnerId },
  }),
  'project.changed': durable({
    when: 'A person gives the project another name or mode, or changes its list of commands.',
    seenBy: ['operator'],
    fields: {
      project_id: projectId,
      name: z.string(),
      mode: modeSchema.optional(),
      /** Only where the mode changed: the one before. */
      mode_before: modeSchema.optional(),
      /** What came to the list of commands, or left it. */
      listed: z.array(listEntrySchema).optional(),
      unlisted: z.array(listEntrySchema).optional(),
      by: z.string(),
      by_device: deviceId.optional(),
      /** The address that the change came from. */
      from: z.string().optional(),
    },
  }),
  reset: transient({
    when: 'The id asked for is older than what is kept, or unknown: start from a snapshot by REST, then from `after`.',
    seenBy: ['operator', 'runner'],
    fields: { after: z.int(), timestamp: timeSchema },
  }),
  'stream.ended': transient({
    when: 'The server ends this stream; nothing follows.',
    seenBy: ['operator', 'runner'],
    fields: { reason: z.enum(['token_expired', 'project_deleted']), message: z.string(), timestamp: timeSchema },
  }),
} as const
