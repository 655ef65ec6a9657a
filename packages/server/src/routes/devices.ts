// Devices that ask for access: without a token they may only ask and collect; everything else is the operator's.
import { Failure, sentence } from '@countersign/protocol'
import { readPage } from '../access/read-page.ts'
import type { DeviceAccess } from '../auth/device-access.ts'
import type { AppContext } from '../context.ts'
import type { Handlers } from '../http/route-handler.ts'

type DeviceRoute = 'askForAccess' | 'collectAccess' | 'listDevices' | 'allowDevice' | 'refuseDevice' | 'endDevice' | 'runnerToken'
type DeviceContext = Pick<AppContext, 'engine' | 'access' | 'deviceAccess' | 'expiries' | 'failedSignIns'>

export function createDeviceHandlers(context: DeviceContext): Pick<Handlers, DeviceRoute> {
  const { engine, access, expiries, failedSignIns } = context
  return {
    askForAccess: async ({ body, ip }) => {
      const devices = localOnly(context)
      // A request is not a failure yet, but whoever asks without end must not keep the person busy.
      failedSignIns.count(ip)
      return devices.ask(body, ip)
    },
    collectAccess: async ({ body, ip }, reply) => {
      const view = await localOnly(context)
        .collect(body.device_code)
        .catch((error: unknown) => {
          if (error instanceof Failure && error.code === 'UNAUTHORIZED') failedSignIns.count(ip)
          throw error
        })
      if (view.status === 'waiting') reply.code(202)
      return view
    },
    listDevices: async ({ query: { status, ...query }, principal: { user_id } }) => {
      const equal = { user_id, ...(status && { status }) }
      const { rows, next } = await engine.read((tx) => readPage(tx.devices, { ...query, equal }))
      return { success: true, devices: rows.map(viewOf), ...next }
    },
    allowDevice: async ({ body: { user_code }, principal }) => ({
      success: true,
      device: viewOf(await engine.answerDevice(principal, { user_code, status: 'allowed' })),
    }),
    refuseDevice: async ({ body: { user_code }, principal }) => ({
      success: true,
      device: viewOf(await engine.answerDevice(principal, { user_code, status: 'refused' })),
    }),
    endDevice: async ({ params, principal }) => {
      const device = await engine.endDevice(principal, params.d)
      expiries.endDevice(device.id)
      return { success: true, device: viewOf(device) }
    },
    runnerToken: async ({ params, principal }) => {
      const project = await access.project(principal, params.p)
      return localOnly(context).runnerToken(principal, project.id)
    },
  }
}

function localOnly({ deviceAccess }: DeviceContext): DeviceAccess {
  if (deviceAccess) return deviceAccess
  throw new Failure('NOT_FOUND', { subject: sentence('subject.device-local-only') })
}

const viewOf = <Row extends { readonly code_digest: unknown }>({ code_digest, ...view }: Row): Omit<Row, 'code_digest'> => view
