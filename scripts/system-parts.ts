// Programs of the operating system that the tests use. One row each; setup.ts installs what is missing.
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface SystemPart {
  readonly command: string
  /** Identifies the part if it has no command. */
  readonly file?: string
  readonly debianPackage: string
  readonly neededBy: string
}

export const SYSTEM_PARTS: readonly SystemPart[] = [
  { command: 'bwrap', debianPackage: 'bubblewrap', neededBy: 'the sandbox of the runner' },
  { command: 'rg', debianPackage: 'ripgrep', neededBy: 'fast search in a workspace' },
  { command: 'strace', debianPackage: 'strace', neededBy: 'tests that watch system calls' },
  { command: 'git', debianPackage: 'git', neededBy: 'the git tools' },
  { command: 'chromium', debianPackage: 'chromium', neededBy: 'tests of notifications on the page' },
  { command: 'chromium-headless-shell', debianPackage: 'chromium-headless-shell', neededBy: 'tests of the page' },
  {
    command: 'fonts of Chinese',
    file: '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
    debianPackage: 'fonts-noto-cjk',
    neededBy: 'tests and screenshots of the page',
  },
  { command: 'dbus-run-session', debianPackage: 'dbus', neededBy: 'tests of the key store' },
  { command: 'gnome-keyring-daemon', debianPackage: 'gnome-keyring', neededBy: 'tests of the key store' },
  { command: 'secret-tool', debianPackage: 'libsecret-tools', neededBy: 'the key store of a Linux session, and its tests' },
  { command: 'ps', debianPackage: 'procps', neededBy: 'tests that look for processes left behind' },
]

export const findMissing = (parts: readonly SystemPart[], path = process.env.PATH ?? ''): SystemPart[] =>
  parts.filter(({ command, file }) =>
    file === undefined ? !path.split(delimiter).some((folder) => isExecutable(join(folder, command))) : !existsSync(file),
  )

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false // missing or not executable: the same to us
  }
}
