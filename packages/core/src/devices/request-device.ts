// A device asks for access: stored with its event, so that the person can answer before or after a restart.
import { type Device, type DeviceId, Failure, LIMITS } from '@countersign/protocol'
import { type Core, commit, later, type Work } from '../work/core.ts'

export interface DeviceRequest extends Pick<Device, 'user_id' | 'project_id' | 'name' | 'kind' | 'folders' | 'address' | 'code_digest'> {
  readonly createUserCode: () => string
}

export const requestDevice = (core: Core, { createUserCode, ...request }: DeviceRequest): Promise<Device> =>
  commit(core, 'device', request.project_id, async (work) => {
    const device: Device = {
      ...request,
      id: core.ids.next<DeviceId>(),
      user_code: await unusedCode(work, request.user_id, createUserCode),
      status: 'waiting',
      created_at: work.at,
      expires_at: later(work.now, LIMITS.deviceRequestSeconds),
      answered_at: null,
      answered_by: null,
      signed_in_at: null,
      ended_at: null,
    }
    await work.tx.devices.insert(device)
    const { folders, address, expires_at } = device
    work.emit('device.requested', { ...aboutDevice(device), folders, address, expires_at })
    return device
  })

/** Few may wait at once: a person who is shown many questions stops reading them. */
async function unusedCode(work: Work, user_id: string, createUserCode: () => string): Promise<string> {
  const range = { column: 'expires_at', atLeast: later(work.now, 0.001) } as const
  const waiting = await work.tx.devices.find({ equal: { user_id, status: 'waiting' }, range })
  if (waiting.length >= LIMITS.maxWaitingDevices) throw new Failure('TOO_MANY_PENDING')
  for (;;) {
    const code = createUserCode()
    if (!waiting.some(({ user_code }) => user_code === code)) return code
  }
}

export const aboutDevice = ({ id, name, kind, user_code }: Device) => ({ device_id: id, name, kind, user_code })
