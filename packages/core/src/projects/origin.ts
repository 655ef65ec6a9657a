// Who changed a project, and from where, for its row of the log.
import type { Principal } from '../work/core.ts'

export interface Origin {
  /** The address that the change came from; left out where it came from no request. */
  readonly from?: string | undefined
}

export const originOf = ({ user_id, device_id }: Principal, { from }: Origin) => ({
  by: user_id,
  ...(device_id && { by_device: device_id }),
  ...(from !== undefined && { from }),
})
