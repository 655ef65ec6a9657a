// Events of devices that ask for access, and of the access that they have.
import * as z from 'zod'
import { deviceSchema } from '../device/device.ts'
import { timeSchema } from '../execution/state.ts'
import { deviceId } from '../ids/ids.ts'
import { durable } from './define-event.ts'

const { name, kind, folders, address, user_code } = deviceSchema.shape
const aboutDevice = { device_id: deviceId, name, kind, user_code }

/** Who it was, as the token says; and on which device, where that token is a device's own. */
const by = { by: z.string().nullable(), by_device: deviceId.optional() }

export const DEVICE_EVENTS = {
  'device.requested': durable({
    when: 'A device asks for access. The person compares `user_code` with the code that the device shows.',
    seenBy: ['operator'],
    fields: { ...aboutDevice, folders, address, expires_at: timeSchema },
  }),
  'device.answered': durable({
    when: 'The person allows or refuses the access of a device, or its time is over.',
    seenBy: ['operator'],
    /** `by` is null where nobody answered. */
    fields: { ...aboutDevice, status: z.enum(['allowed', 'refused', 'expired']), ...by },
  }),
  'device.signed_in': durable({
    when: 'A device collects its credentials. This happens once for each request.',
    seenBy: ['operator'],
    fields: aboutDevice,
  }),
  'device.ended': durable({
    when: 'The access of a device ends: its tokens are refused from now on.',
    seenBy: ['operator'],
    fields: { ...aboutDevice, ...by },
  }),
} as const
