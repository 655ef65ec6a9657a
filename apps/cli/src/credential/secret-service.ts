// The Secret Service of a Linux session (GNOME Keyring, KWallet, KeePassXC), by libsecret's own program.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type CredentialPlace, type KeyStore, KeyStoreFailed } from './key-store.ts'
import { findSystemTool, runSystemTool } from './system-tool.ts'

const PROGRAM = 'secret-tool'

/** Why this session has none; undefined if it may have one. */
export function lacksSecretService(): string | undefined {
  if (!hasSessionBus()) return 'this session has no message bus (D-Bus)'
  return findSystemTool(PROGRAM) ? undefined : `${PROGRAM} is not installed (package libsecret-tools)`
}

/** Without one of these, libsecret would start its own bus, which no other program uses. */
function hasSessionBus(): boolean {
  const { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: folder } = process.env
  return Boolean(address) || (folder !== undefined && existsSync(join(folder, 'bus')))
}

export const secretService: KeyStore = {
  kind: 'secret-service',
  title: 'the key store of this session (Secret Service)',
  read: async (place) => {
    const { code, stdout } = await ask('lookup', place)
    return code === 0 && stdout !== '' ? stdout.trim() : undefined
  },
  write: async (place, token) => {
    const { code, stderr } = await ask('store', place, token)
    if (code !== 0) throw new KeyStoreFailed(code === null ? 'it gave no answer within 10 seconds' : stderr.trim() || `exit code ${code}`)
  },
  remove: async (place) => {
    await ask('clear', place)
  },
}

function ask(action: 'lookup' | 'store' | 'clear', { url, data }: CredentialPlace, input = '') {
  const program = findSystemTool(PROGRAM)
  if (!program) throw new KeyStoreFailed(`${PROGRAM} is not installed`)
  const label = action === 'store' ? [`--label=Countersign operator at ${url}`] : []
  return runSystemTool(program, [action, ...label, 'service', 'countersign-operator', 'server', url, 'folder', data], input)
}
