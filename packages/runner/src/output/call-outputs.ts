// Outputs of calls on their way to the server, each in a folder until the server has it: an output that was once printed is not lost
// with the connection, nor with this process.
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { attemptId, executionId, LIMITS } from '@countersign/protocol'
import { errorFields, type Logger } from '../ports/logger.ts'
import { gatherOutput, type OutputChunk } from './gather-output.ts'
import type { Followed, OutputSender, PrintingCall } from './send-output.ts'
import { openStoredOutput, type StoredOutput } from './stored-output.ts'

export interface CallOutput {
  write(chunk: OutputChunk): void
  end(): EndedOutput
}

export interface EndedOutput {
  /** How much was printed in all. */
  readonly bytes: number
  /** The server has it, or takes no more of it. */
  readonly sent: Promise<unknown>
}

export interface CallOutputs {
  begin(call: PrintingCall): CallOutput
  /** Sends what an earlier process left. */
  resume(): void
}

export interface CallOutputsPorts {
  readonly folder: string
  readonly sender: OutputSender
  readonly mask: (text: string) => string
  readonly logger: Logger
}

/** How much output of one call is kept while the server does not take it. */
const KEPT_BYTES = LIMITS.maxUnsentOutputBytes
/** How many outputs that earlier runners left are kept: the newest. */
const MAX_LEFT = 64

export function createCallOutputs({ folder, sender, mask, logger }: CallOutputsPorts): CallOutputs {
  const openKept = (name: string): StoredOutput => openStoredOutput(join(folder, name), { storedBytes: KEPT_BYTES })
  const finish = async (followed: Followed, kept: StoredOutput): Promise<void> => {
    if (await followed.end()) kept.remove()
  }
  const left = namesIn(folder)
  for (const name of left.slice(0, -MAX_LEFT)) openKept(name).remove()

  return {
    begin(call) {
      const name = nameOf(call)
      // Only what may run twice without harm comes again; what it printed the first time is not part of this.
      openKept(name).remove()
      const kept = openKept(name)
      const followed = sender.follow(call, kept)
      const keep = ({ stream, data }: OutputChunk): void => {
        keepPiece(kept, { stream, data }, (error) => logger.warn({ ...call, ...errorFields(error) }, 'output of a call could not be kept'))
        followed.more()
      }
      const gatherer = gatherOutput({ mask, keep })
      return {
        write: gatherer.write,
        end() {
          gatherer.end()
          return { bytes: kept.end(), sent: finish(followed, kept) }
        },
      }
    },
    resume() {
      for (const name of left.slice(-MAX_LEFT)) {
        const call = callOf(name)
        const kept = openKept(name)
        if (call) void finish(sender.follow(call, kept), kept)
        else kept.remove()
      }
    },
  }
}

/** The server takes only so much of one output: what is behind that is counted. */
function keepPiece(kept: StoredOutput, { stream, data }: OutputChunk, onLost: (error: unknown) => void): void {
  const bytes = Buffer.byteLength(data)
  try {
    if (kept.end() + bytes > LIMITS.maxBodyBytes) kept.skip(bytes)
    else kept.append(data, stream)
  } catch (error) {
    onLost(error)
  }
}

const nameOf = ({ tool_id, attempt_id }: PrintingCall): string => `${tool_id}.${attempt_id}`

function callOf(name: string): PrintingCall | undefined {
  const [tool, attempt] = name.split('.')
  const [id, attemptOf] = [executionId.safeParse(tool), attemptId.safeParse(attempt)]
  return id.success && attemptOf.success ? { tool_id: id.data, attempt_id: attemptOf.data } : undefined
}

/** Ids grow with time. */
function namesIn(folder: string): string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return readdirSync(folder).sort()
}
