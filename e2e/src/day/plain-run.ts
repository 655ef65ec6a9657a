// The same line without a gate: in a copy of the workspace, by the shell of this machine.
import { spawn } from 'node:child_process'

export interface Ran {
  readonly code: number | null
  readonly output: string
}

export function runPlainly(line: string, cwd: string): Promise<Ran> {
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: '/nonexistent', CI: '1', GIT_TERMINAL_PROMPT: '0', GIT_PAGER: 'cat' }
  const child = spawn('bash', ['-c', line], { cwd, env, stdio: ['ignore', 'pipe', 'ignore'], timeout: 60_000 })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString('utf8') }))
  })
}

/**
 * What must differ, made equal: the order in which a search over several threads prints, the owner of a file, who is another user in the sandbox, times and sizes of folders, and where the workspace lies.
 */
export const comparable = (output: string, root: string): string =>
  output
    .replaceAll(root, '/ws')
    .split('\n')
    .filter((line) => !/^total \S+$|^[dl-][rwxsStT-]{9}.* (?:\.\.?|\.git)$/.test(line))
    .map((line) => line.replace(/^([dl-][rwxsStT-]{9})[.+]?\s+\d+\s+\S+\s+\S+\s+\S+\s+\w{3}\s+\d+\s+[\d:]+ /, '$1 '))
    .sort()
    .join('\n')
