// Runs the attacks in a process of another user, with its own home; outcomes are reported as they come.
import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Outcome } from './play.ts'

const PLAY = fileURLToPath(new URL('./play.ts', import.meta.url))
// No user of this machine has this number, so it owns no files or processes.
const ORDINARY = 54_322

export interface AttackUser {
  readonly name: string
  readonly uid?: number
}

const isRoot = (): boolean => process.getuid?.() === 0

export const ordinaryUser = (): AttackUser => ({ name: 'an ordinary user', ...(isRoot() && { uid: ORDINARY }) })

/** Root and an ordinary user if this process is root, otherwise only the current user. */
export const attackUsers = (): readonly AttackUser[] => [...(isRoot() ? [{ name: 'root' }] : []), ordinaryUser()]

export async function* playAs({ uid }: AttackUser, words: readonly string[]): AsyncGenerator<Outcome> {
  const home = mkdtempSync(join(tmpdir(), 'countersign-attack-home-'))
  if (uid !== undefined) chownSync(home, uid, uid)
  const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: home, NODE_NO_WARNINGS: '1' }
  const child = spawn(process.execPath, [PLAY, ...words], {
    cwd: '/',
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid !== undefined && { uid, gid: uid }),
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  try {
    for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line) as Outcome
    const code = await ended
    if (code !== 0) throw new Error(`the attacks ended with ${code}; can this user read the repository?`)
  } finally {
    child.kill()
    await ended
    rmSync(home, { recursive: true, force: true })
  }
}
