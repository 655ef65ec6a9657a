// A call that may take a while says how long: where it does not, the default is a part of it, so that whoever is asked, and whoever
// runs it, reads it there.
import { LIMITS } from '@countersign/protocol'
import { findTool } from '@countersign/tools'

type Params = Record<string, unknown>

export const withTimeout = (toolName: string, params: Params): Params =>
  'timeout' in (findTool(toolName)?.input.shape ?? {}) && params.timeout === undefined
    ? { ...params, timeout: LIMITS.defaultCommandSeconds }
    : params
