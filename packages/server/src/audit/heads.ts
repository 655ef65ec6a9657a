// The signed heads of all projects, in one file beside the key. With the database alone, nobody can change or truncate the log
// unnoticed.
import type { JsonWebKey } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import type { ProjectId } from '@countersign/protocol'
import { PRIVATE_FILE } from '../bodies/durable-file.ts'
import type { AuditKey } from '../keys/index.ts'
import { fromSystemError } from '../store/storage-error.ts'
import { headKey, headOfLine, parseHead, projectOfLine, type SignedHead } from './signed-head.ts'

export interface HeadRequest {
  readonly project_id: ProjectId
  readonly seq: number
  readonly hash: string
  readonly removed?: true
}

export interface Heads {
  readonly publicKey: JsonWebKey
  /** The path of the file with the signed heads. */
  readonly file: string
  /** Signs a head, stores it durably and returns the JWS. */
  signHead(head: HeadRequest, time: Date): Promise<string>
  list(): Promise<SignedHead[]>
  /** The newest head of each project. Only these are verified, so this is fast however many heads there are. */
  newest(): Promise<Map<ProjectId, SignedHead>>
  /** The heads in another file, such as a copy that the operator keeps elsewhere or the end of an export. */
  listFrom(file: string): Promise<SignedHead[]>
}

export class ForeignHead extends Error {
  override readonly name = 'ForeignHead'
}

export function openHeads(key: AuditKey): Heads {
  const publicKey = headKey(key.publicKey)
  const parseLines = (file: string, lines: readonly string[]): SignedHead[] =>
    lines.flatMap((line, index) => {
      const jws = headOfLine(line)
      if (jws === undefined) return []
      const head = parseHead(jws, publicKey)
      if (!head) throw new ForeignHead(`line ${index + 1} of ${file} was not signed with this server's audit key`)
      return [head]
    })
  return {
    publicKey: key.publicKey,
    file: key.headsFile,
    signHead: async (head, time) => {
      const jws = key.sign({ ...head, time: time.toISOString() })
      await appendLine(key.headsFile, JSON.stringify({ project_id: head.project_id, seq: head.seq, time: time.toISOString(), head: jws }))
      return jws
    },
    newest: async () => {
      const lines = new Map(wholeLines(await readIfThere(key.headsFile)).map((line) => [projectOfLine(line), line]))
      return new Map(parseLines(key.headsFile, [...lines.values()]).map((head) => [head.project_id, head]))
    },
    list: async () => parseLines(key.headsFile, wholeLines(await readIfThere(key.headsFile))),
    listFrom: async (file) =>
      parseLines(
        file,
        (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== ''),
      ),
  }
}

/** Starts on a new line even if a crash cut the previous line short. */
async function appendLine(path: string, line: string): Promise<void> {
  try {
    await using file = await open(path, 'a+', PRIVATE_FILE)
    const { size } = await file.stat()
    const last = Buffer.alloc(1)
    if (size > 0) await file.read(last, 0, 1, size - 1)
    await file.appendFile(`${size > 0 && last.toString() !== '\n' ? '\n' : ''}${line}\n`)
    await file.sync()
  } catch (error) {
    throw fromSystemError(error, path)
  }
}

/** A line cut short by a crash was never acknowledged. It is not valid JSON and is ignored. */
const wholeLines = (text: string): string[] => text.split('\n').filter((line) => line.endsWith('}'))

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
