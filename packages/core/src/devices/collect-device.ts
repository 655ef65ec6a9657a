// A device collects its credentials: once, after the person has allowed it. Whoever knows the code is the device.
import { type Device, type Digest, Failure, sentence } from '@countersign/protocol'
import { type Core, commit, type Work } from '../work/core.ts'
import { expired, isExpired } from './answer-device.ts'
import { aboutDevice } from './request-device.ts'

/** Still `waiting`, or now `signed_in`. */
export async function collectDevice(core: Core, code_digest: Digest): Promise<Device> {
  const [found] = await core.store.read((tx) => tx.devices.find({ equal: { code_digest }, limit: 1 }))
  if (!found) throw new Failure('UNAUTHORIZED', { subject: sentence('subject.device-code-unknown') })
  if (found.status === 'waiting' && !isExpired(found, atNow(core))) return found
  return commit(core, 'device', found.project_id, async (work) => signIn(work, await work.tx.devices.get(found.id)))
}

async function signIn(work: Work, device: Device | undefined): Promise<Device> {
  if (!device || isExpired(device, work)) throw expired()
  if (device.status === 'refused') throw new Failure('APPROVAL_DENIED', { subject: sentence('subject.device-refused') })
  if (device.status !== 'allowed') throw new Failure('ALREADY_SETTLED', { subject: sentence('subject.device-collected') })
  const signedIn: Device = { ...device, status: 'signed_in', signed_in_at: work.at }
  await work.tx.devices.update(signedIn, { status: 'allowed' })
  work.emit('device.signed_in', aboutDevice(device))
  return signedIn
}

const atNow = ({ clock }: Core) => ({ at: new Date(clock.now()).toISOString() })
