// Access for devices of a local server: a device asks, the person compares a short code, the device collects two credentials. The
// operator's may answer; the agent's may only call tools, for whatever acts on its own in an editor.
import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Engine, Principal } from '@countersign/core'
import {
  createUserCode,
  type DEVICE_VIEWS,
  type Device,
  type Digest,
  type deviceBody,
  Failure,
  LIMITS,
  type ProjectId,
  sentence,
} from '@countersign/protocol'
import type * as z from 'zod'
import { VERSION } from '../version.ts'
import { createToken, type TokenRequest } from './authority.ts'
import { LIFETIMES } from './local-tokens.ts'

type View<Name extends keyof typeof DEVICE_VIEWS> = z.input<(typeof DEVICE_VIEWS)[Name]>

export interface DeviceAccess {
  ask(asking: z.output<typeof deviceBody>, address: string): Promise<View<'asked'>>
  collect(deviceCode: string): Promise<View<'token'>>
  /** For a device that is signed in: a token of an operator that also runs the calls of one project. */
  runnerToken(principal: Principal, project: ProjectId): View<'runnerToken'>
}

export interface DeviceAccessRequest {
  readonly secret: Uint8Array
  readonly userId: string
  /** The project whose log records requests. */
  readonly projectId: ProjectId
}

type Access = Pick<Engine, 'requestDevice' | 'collectDevice' | 'clock'>

export function createDeviceAccess(engine: Access, { secret, userId, projectId }: DeviceAccessRequest): DeviceAccess {
  const credential = (claims: Omit<TokenRequest, 'sub'>) => {
    const now = engine.clock.now()
    const token = createToken({ ...claims, sub: userId }, secret, now)
    return { token, expires_at: new Date((Math.floor(now / 1000) + claims.seconds) * 1000).toISOString() }
  }
  return {
    ask: async (asking, address) => {
      const device_code = randomBytes(32).toString('base64url')
      const { id, user_code, expires_at } = await engine.requestDevice({
        ...asking,
        user_id: userId,
        project_id: projectId,
        address,
        code_digest: digestOfCode(device_code),
        createUserCode: () => createUserCode((below) => randomInt(below)),
      })
      return { success: true, device_id: id, device_code, user_code, expires_at, interval_seconds: LIMITS.devicePollSeconds }
    },
    collect: async (deviceCode) => {
      const device = await engine.collectDevice(digestOfCode(deviceCode))
      if (device.status !== 'signed_in') return { success: true, status: 'waiting', interval_seconds: LIMITS.devicePollSeconds }
      const { id } = device
      return {
        success: true,
        status: 'signed_in',
        device_id: id,
        user_id: userId,
        project_id: projectId,
        server: { version: VERSION },
        operator: credential({ roles: ['operator'], device: id, ...LIFETIMES.device }),
        agent: credential({ roles: ['agent'], agent: agentOf(device), device: id, ...LIFETIMES.device }),
      }
    },
    runnerToken: ({ device_id: device }, project) => {
      if (!device) throw new Failure('FORBIDDEN', { subject: sentence('subject.device-needed') })
      // Made anew at each start of the runner.
      return { success: true, project_id: project, ...credential({ roles: ['operator', 'runner'], project, device, ...LIFETIMES.usual }) }
    },
  }
}

/** Calls are listed under this name. The prefix keeps a device from taking the name of another agent. */
const agentOf = ({ name }: Device): string => `device: ${name}`

/** The store finds a code by its digest, so comparing takes no time that depends on the code itself. */
const digestOfCode = (code: string): Digest => createHash('sha256').update(code).digest('hex') as Digest
