// A device that asks for access or has it, as a terminal shows it.
import type { DeviceView } from '@countersign/protocol'
import { bold, dim } from './colours.ts'
import { shown } from './shown.ts'

type Shown = Pick<DeviceView, 'name' | 'user_code' | 'folders' | 'address'>

export const deviceText = ({ name, user_code, folders, address }: Shown): string =>
  [
    `${bold(`"${shown(name)}"`)} asks for access from ${shown(address)}. It may answer for you in all your projects.`,
    ...(folders.length > 0 ? [`  ${dim('folders')} ${folders.map((folder) => shown(folder)).join(', ')}`] : []),
    `  ${dim('code')}    ${bold(user_code)}`,
    dim('  Allow it only if you asked for this, and the device shows the same code.'),
  ].join('\n')
