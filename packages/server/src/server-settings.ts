// Settings of a server installation, in addition to those of the engine.
import { settingsSchema } from '@countersign/core'
import { LIMITS } from '@countersign/protocol'
import * as z from 'zod'
import { StartRefused } from './start-refused.ts'

const serverSettingsSchema = settingsSchema.extend({
  calls_per_second: z.number().min(1).default(LIMITS.callsPerSecond),
  call_burst: z.int().min(1).default(LIMITS.callBurst),
  failed_sign_ins_per_minute: z.int().min(1).default(LIMITS.failedSignInsPerMinute),
  /** How long raw bodies and full outputs are kept. Records and the log are never removed by age. */
  retention_days: z.number().min(1).max(3650).default(7),
  /**
   * How long an MCP call waits for its result before it replies that it is still waiting. Shorter than the timeouts of common
   * clients.
   */
  mcp_wait_seconds: z.number().min(0.05).max(3600).default(LIMITS.mcpWaitSeconds),
  stream_heartbeat_seconds: z.number().min(0.05).max(60).default(LIMITS.streamHeartbeatSeconds),
})

export type ServerSettings = z.output<typeof serverSettingsSchema>
export type ServerSettingsInput = z.input<typeof serverSettingsSchema>

export function parseServerSettings(input: ServerSettingsInput): ServerSettings {
  const { success, data, error } = serverSettingsSchema.safeParse(input)
  if (success) return data
  throw new StartRefused(error.issues.map(({ path, message }) => `Setting ${path.join('.')}: ${message}`).join('\n'), { cause: error })
}
