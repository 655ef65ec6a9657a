// Files in the `/tmp` of a session, read for whoever is asked about a command that runs them. A link there leads nowhere else, and nothing
// is awaited: commands filled this folder.
import { type BaseDigests, digestOf, LIMITS, type SessionId, sentence } from '@countersign/protocol'
import type { ScratchReader } from '@countersign/tools'
import { failureAt, fileFailure } from '../../disk/file-failure.ts'
import { isInside } from '../../disk/names.ts'
import { checkRegularFile, openObject, readObject } from '../../disk/open-object.ts'

const PLACE = '/tmp/'

export interface ScratchHost extends ScratchReader {
  /** Of what was read so far, by its name in the sandbox. */
  seen(): BaseDigests
}

/** `folder` is undefined while the session has written nothing. */
export function createScratchHost(folder: string | undefined): ScratchHost {
  const digests: BaseDigests = {}
  return {
    async readText(path) {
      const text = await readText(folder, path)
      digests[path] = digestOf(text)
      return text
    },
    seen: () => ({ ...digests }),
  }
}

async function readText(folder: string | undefined, path: string): Promise<string> {
  const name = path.startsWith(PLACE) ? path.slice(PLACE.length) : undefined
  if (name === undefined || /\0|(?:^|\/)\.\.?(?:\/|$)/.test(name)) throw failureAt('INVALID_PATH', path)
  if (folder === undefined) throw failureAt('FILE_NOT_FOUND', path)
  try {
    using object = openObject(`${folder}/${name}`)
    if (!isInside(folder, object.place)) throw failureAt('FILE_NOT_FOUND', path)
    checkRegularFile(object.stats, path)
    if (object.stats.size > LIMITS.maxFileBytesOnSocket)
      throw failureAt('FILE_TOO_LARGE', path, sentence('file.size', { count: Number(object.stats.size) }))
    return decode(await readObject(object, path), path)
  } catch (error) {
    throw fileFailure(error, path)
  }
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw failureAt('ENCODING_ERROR', path, undefined, cause)
  }
}

interface ScratchPlace {
  readonly scratch: { reader(session: SessionId | undefined): ScratchReader }
}

/** What a person was shown of `/tmp` must still be there when the command runs. */
export async function checkScratchFiles(
  { scratch }: ScratchPlace,
  session: SessionId | undefined,
  digests: Readonly<BaseDigests>,
): Promise<void> {
  for (const [path, digest] of Object.entries(digests)) {
    if (!path.startsWith(PLACE)) continue
    if (digestOf(await scratch.reader(session).readText(path)) !== digest) throw failureAt('FILE_CHANGED', path)
  }
}
