// Earlier versions kept tokens of the operator and the admin, good for a year, in files beside the keys. Their secret goes with
// them: a copy that somebody made then opens nothing any more. Agents get a new token at the next start.
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
