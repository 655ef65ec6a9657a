// The login keychain of macOS. `security -i` reads its commands from standard input, so that no token is an argument.
import { type CredentialPlace, type KeyStore, KeyStoreFailed } from './key-store.ts'
import { findSystemTool, runSystemTool } from './system-tool.ts'

const PROGRAM = 'security'
const SERVICE = 'countersign-operator'

export const lacksKeychain = (): string | undefined => (findSystemTool(PROGRAM) ? undefined : `${PROGRAM} is not there`)

export const keychain: KeyStore = {
  kind: 'keychain',
  title: 'the keychain',
  read: async (place) => {
    const { code, stdout } = await runSystemTool(program(), ['find-generic-password', '-s', SERVICE, '-a', accountOf(place), '-w'])
    return code === 0 ? stdout.trim() || undefined : undefined
  },
  write: async (place, token) => {
    const command = `add-generic-password -U -s ${SERVICE} -a ${quoted(accountOf(place))} -w ${quoted(token)}\n`
    const { code, stderr } = await runSystemTool(program(), ['-i'], command)
    // In this mode the exit code is always 0, so the stored value is read back.
    if (code !== 0 || (await keychain.read(place)) !== token) throw new KeyStoreFailed(stderr.trim() || 'it did not keep the entry')
  },
  remove: async (place) => {
    await runSystemTool(program(), ['delete-generic-password', '-s', SERVICE, '-a', accountOf(place)])
  },
}

const accountOf = ({ url, data }: CredentialPlace): string => `${url} ${data}`

const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

function program(): string {
  const found = findSystemTool(PROGRAM)
  if (!found) throw new KeyStoreFailed(`${PROGRAM} is not there`)
  return found
}
