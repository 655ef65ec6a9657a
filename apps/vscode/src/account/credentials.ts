// The sign-in as VS Code's secret storage holds it: where the server is, the operator's token, and
// an agent's, which may only call tools. Nothing of it is in a setting or a file.
import type * as vscode from 'vscode'
import * as z from 'zod'

const KEY = 'countersign.sign-in'

const credentialsSchema = z.strictObject({
  url: z.url(),
  /** What the server lists this editor as. */
  device_id: z.string().min(1),
  operator_token: z.string().min(1),
  agent_token: z.string().min(1),
})
export type Credentials = z.infer<typeof credentialsSchema>

export interface CredentialStore {
  read(): Promise<Credentials | undefined>
  write(credentials: Credentials): Promise<void>
  forget(): Promise<void>
  /** Another window signed in or out. */
  onChange(run: () => void): vscode.Disposable
}

export function openCredentials(secrets: vscode.SecretStorage): CredentialStore {
  return {
    read: async () => parse(await secrets.get(KEY)),
    write: async (credentials) => secrets.store(KEY, JSON.stringify(credentials)),
    forget: async () => secrets.delete(KEY),
    onChange: (run) => secrets.onDidChange(({ key }) => key === KEY && run()),
  }
}

/** What an older or newer version stored in another form counts as no sign-in. */
function parse(text: string | undefined): Credentials | undefined {
  if (text === undefined) return undefined
  const read = z.string().transform((value, context): unknown => {
    try {
      return JSON.parse(value)
    } catch {
      context.addIssue('not JSON')
      return z.NEVER
    }
  })
  const parsed = read.pipe(credentialsSchema).safeParse(text)
  return parsed.success ? parsed.data : undefined
}
