// Earlier versions stored operator and admin tokens, valid for a year, in files beside the keys. These files are removed together
// with the secret that signed them, so that copies of the tokens become useless. Agents get a new token at the next start.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const OLD_TOKENS = /^tokens-.+\.json$/

export async function retireOldTokens(folder: string): Promise<void> {
  const old = (await namesIn(folder)).filter((name) => OLD_TOKENS.test(name))
  if (old.length === 0) return
  for (const name of ['token-secret', ...old]) await rm(join(folder, name), { force: true })
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
