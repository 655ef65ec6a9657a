// The project of a runner token, read without verification; the server verifies it.
import { ownName } from '../terminal/own-name.ts'
import { UsageError } from '../terminal/report-error.ts'

export function projectOfToken(token: string): string {
  const [, payload = ''] = token.split('.')
  try {
    const { project } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { project?: unknown }
    if (typeof project === 'string') return project
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new UsageError(`this is not a runner token: it names no project (${ownName} token --role runner mints one)`)
}
