// A session of its own with a message bus and GNOME Keyring, unlocked, as a desktop has: no other key store is touched.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PROGRAMS = ['dbus-run-session', 'gnome-keyring-daemon', 'secret-tool']

export const missingPrograms = (): string[] => PROGRAMS.filter((name) => !existsSync(`/usr/bin/${name}`))

export interface KeySession extends AsyncDisposable {
  /** For programs that belong to the session. */
  readonly environment: Readonly<Record<string, string>>
}

/** The daemon stays in the foreground, so that it ends with the session. */
const unlocked = "printf 'a password' | gnome-keyring-daemon --foreground --unlock --components=secrets >/dev/null 2>&1 &"
/** Asks the bus and not the service: a request to the service would start a second, locked one if this one is slow. */
const registered =
  'dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets | grep -q true'
const waitFor = (probe: string) => `for i in $(seq 100); do ${probe} 2>/dev/null && break; sleep 0.1; done`
const SCRIPT = (start: string) =>
  [
    start,
    "trap 'kill $(jobs -p)' EXIT",
    ...(start && existsSync('/usr/bin/dbus-send') ? [waitFor(registered)] : []),
    waitFor('secret-tool search x y >/dev/null'),
    'echo "$DBUS_SESSION_BUS_ADDRESS"',
    'read -r _',
  ].join('\n')

/** `locked`: nobody has unlocked anything, and nobody can. */
export async function openKeySession({ locked = false } = {}): Promise<KeySession> {
  const home = mkdtempSync(join(tmpdir(), 'countersign-session-'))
  const { PATH = '' } = process.env
  const child: ChildProcess = spawn('dbus-run-session', ['--', 'bash', '-c', SCRIPT(locked ? '' : unlocked)], {
    env: { PATH, HOME: home, XDG_RUNTIME_DIR: home },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const [address] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  return {
    environment: { HOME: home, XDG_RUNTIME_DIR: home, DBUS_SESSION_BUS_ADDRESS: address.toString().trim() },
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      child.stdin?.end('\n')
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}
