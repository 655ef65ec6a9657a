// The person's answer to a device, the end of its access, and the end of the time to answer.
import { type Device, type DeviceId, Failure, LIMITS, sentence } from '@countersign/protocol'
import { type Core, commit, hasRole, later, type Principal, type Work } from '../work/core.ts'
import { aboutDevice } from './request-device.ts'

export interface DeviceAnswer {
  readonly user_code: string
  readonly status: 'allowed' | 'refused'
}

export async function answerDevice(core: Core, principal: Principal, { user_code, status }: DeviceAnswer): Promise<Device> {
  requireWholeAccount(principal)
  const order = { column: 'created_at', descending: true } as const
  const [found] = await core.store.read((tx) => tx.devices.find({ equal: { user_id: principal.user_id, user_code }, order, limit: 1 }))
  if (!found) throw noSuchDevice()
  return commit(core, 'device', found.project_id, async (work) => {
    const device = await work.tx.devices.get(found.id)
    if (!device) throw noSuchDevice()
    if (isExpired(device, work)) throw expired()
    if (device.status !== 'waiting') throw new Failure('ALREADY_SETTLED', { subject: sentence('subject.device-answered') })
    const collectBy = status === 'allowed' ? { expires_at: later(work.now, LIMITS.deviceCollectSeconds) } : {}
    const answered: Device = { ...device, status, ...collectBy, answered_at: work.at, answered_by: principal.user_id }
    await work.tx.devices.update(answered, { status: 'waiting' })
    work.emit('device.answered', { ...aboutDevice(device), status, ...answerer(principal) })
    return answered
  })
}

/** Its tokens are refused from now on. */
export const endDevice = async (core: Core, principal: Principal, id: DeviceId): Promise<Device> => {
  requireWholeAccount(principal)
  const found = await core.store.read((tx) => tx.devices.get(id))
  if (found?.user_id !== principal.user_id) throw new Failure('NOT_FOUND', { subject: sentence('noun.device') })
  return commit(core, 'device', found.project_id, async (work) => {
    const device = await work.tx.devices.get(id)
    if (device?.status !== 'signed_in') throw new Failure('ALREADY_SETTLED', { subject: sentence('subject.device-has-no-access') })
    const ended: Device = { ...device, status: 'ended', ended_at: work.at }
    await work.tx.devices.update(ended, { status: 'signed_in' })
    work.emit('device.ended', { ...aboutDevice(device), ...answerer(principal) })
    return ended
  })
}

export async function sweepDevice(work: Work, { id }: Device): Promise<void> {
  const device = await work.tx.devices.get(id)
  if (!device || device.status === 'expired' || !isExpired(device, work)) return
  await work.tx.devices.update({ ...device, status: 'expired' }, { status: device.status })
  work.emit('device.answered', { ...aboutDevice(device), status: 'expired', by: null })
}

export const isExpired = ({ status, expires_at }: Device, { at }: Pick<Work, 'at'>): boolean =>
  status === 'expired' || ((status === 'waiting' || status === 'allowed') && expires_at <= at)

export const expired = (): Failure => new Failure('APPROVAL_TIMEOUT', { subject: sentence('subject.device-expired') }, { http: 410 })

const noSuchDevice = (): Failure => new Failure('NOT_FOUND', { subject: sentence('subject.device-not-waiting') })

/** A device gets access to all projects of its user, so a token for one of them cannot give it. */
function requireWholeAccount(principal: Principal): void {
  if (!hasRole(principal, 'operator')) throw new Failure('FORBIDDEN')
  if (principal.project_id !== null) throw new Failure('FORBIDDEN', { subject: sentence('subject.device-whole-account') })
}

const answerer = ({ user_id, device_id }: Principal) => ({ by: user_id, ...(device_id && { by_device: device_id }) })
