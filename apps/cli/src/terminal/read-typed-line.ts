// One line that the person types, or that comes on the standard input; a secret is not shown while it is typed.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { UsageError } from './report-error.ts'

export interface TypedLine {
  readonly prompt: string
  readonly isSecret: boolean
}

export async function readTypedLine({ prompt, isSecret }: TypedLine): Promise<string> {
  process.stderr.write(prompt)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({
    input: process.stdin,
    output: isSecret ? silent : process.stderr,
    terminal: process.stdin.isTTY === true,
  })
  const ended = new Promise<undefined>((resolve) => terminal.once('close', () => resolve(undefined)))
  try {
    const line = await Promise.race([terminal.question(''), ended])
    if (line === undefined) throw new UsageError('nothing was typed: the process still waits')
    return line
  } finally {
    terminal.close()
    if (isSecret) process.stderr.write('\n')
  }
}
