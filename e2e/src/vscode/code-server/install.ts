// The VS Code that the tests run: a complete server from npm, in the versions that the lock file beside this names. About 800 MB, once, in
// a folder outside the workspaces.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT, runCommand } from '../../../../scripts/run-command.ts'

const FOLDER = join(ROOT, '.cache', 'vscode')
const VSCODE = join(FOLDER, 'node_modules', 'code-server', 'lib', 'vscode')
const STAMP = join(FOLDER, 'installed-from.txt')

/** A file for Node. */
export const VSCODE_PROGRAM = join(VSCODE, 'out', 'server-main.js')

export const isVsCodeInstalled = (): boolean => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digestOfLock()

const digestOfLock = (): string =>
  createHash('sha256')
    .update(readFileSync(join(import.meta.dirname, 'package-lock.json')))
    .digest('hex')

/** Leaves an installed one as it is; throws with npm's output if it cannot be installed. */
export async function installVsCode(): Promise<void> {
  if (isVsCodeInstalled()) return
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) await copyFile(join(import.meta.dirname, name), join(FOLDER, name))
  await runNpm('ci', FOLDER)
  // These two come with lock files of their own, which are not complete enough for `ci`.
  await runNpm('install', VSCODE)
  await runNpm('install', join(VSCODE, 'extensions'))
  await writeFile(STAMP, digestOfLock())
}

/** Without scripts: what they would compile is not needed, or is replaced by something slower. */
async function runNpm(verb: 'ci' | 'install', folder: string): Promise<void> {
  const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--no-workspaces']
  const { code, output } = await runCommand(['npm', verb, ...options], { cwd: folder })
  if (code !== 0) throw new Error(`npm ${verb} ended with ${code} in ${folder}:\n${output}`)
}
