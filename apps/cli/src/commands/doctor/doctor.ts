// countersign doctor: what the machine has, what is missing, and with an option the limits.
import { mkdtempSync, rmSync } from 'node:fs'

import { access, constants, stat } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, ServerUnreachable } from '@countersign/client'
import { LIMITS } from '@countersign/protocol'
import { detectSandbox, findRipgrep, findToolchains } from '@countersign/runner'
import { dataFolder } from '@countersign/runner/local-server'
import { readConnection } from '../../connection/data-folder.ts'
import { showCredential } from '../../credential/show-credential.ts'
import { modeText } from '../../policy/show-mode.ts'
import { showModels } from '../../serve/models/show-models.ts'
import { bold, dim, green, yellow } from '../../terminal/colours.ts'
import { ownName } from '../../terminal/own-name.ts'
import { printJson, printLine } from '../../terminal/print.ts'
import { clockState } from './doctor-clock.ts'

interface Finding {
  readonly name: string
  readonly ok: boolean
  readonly text: string
}

export interface DoctorOptions {
  readonly data?: string
  readonly json?: boolean
  readonly models?: string
  readonly limits?: boolean
}

export async function doctor({ data, json, models, limits }: DoctorOptions): Promise<void> {
  const folder = dataFolder(data)
  const findings: Finding[] = [
    nodeVersion(),
    user(),
    await sandbox(),
    toolchains(),
    searching(),
    { name: 'models', ...showModels({ given: models, data: folder }) },
    await dataState(folder),
    { name: 'key-store', ...(await showCredential(folder)) },
    ...(await serverState(folder)),
    ...(await policyState(folder)),
    ...(await clockState((await readConnection(folder))?.url)),
  ]
  if (json) return printJson({ findings, limits: LIMITS })
  for (const { name, ok, text } of findings) printLine(`${ok ? green('ok  ') : yellow('note')} ${bold(name.padEnd(9))} ${text}`)
  if (!limits) return printLine(dim(`\nThe limits: ${ownName} doctor --limits`))
  printLine(`\n${bold('Limits')}`)
  for (const [name, value] of Object.entries(LIMITS)) printLine(`  ${name.padEnd(34)} ${dim(value.toLocaleString('en'))}`)
}

const nodeVersion = (): Finding => ({
  name: 'node',
  ok: Number(process.versions.node.split('.')[0]) >= 24,
  text: `${process.version} on ${process.platform} ${process.arch}`,
})

function user(): Finding {
  const isRoot = process.getuid?.() === 0
  return {
    name: 'user',
    ok: !isRoot,
    text: isRoot ? 'root: commands still run as an ordinary user inside the sandbox; better not to be root at all' : 'an ordinary user',
  }
}

async function sandbox(): Promise<Finding> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-doctor-'))
  using ending = new DisposableStack()
  ending.defer(() => rmSync(folder, { recursive: true, force: true }))
  const { isolation, reason } = await detectSandbox({ folder })
  const text =
    isolation === 'sandbox'
      ? 'bubblewrap works: commands run in a sandbox'
      : `none: every command needs approval (${reason ?? 'no bubblewrap on this system'})`
  return { name: 'sandbox', ok: isolation === 'sandbox', text }
}

/** Toolchains that commands find besides the system's programs; read-only in the sandbox. */
function toolchains(): Finding {
  const { folders } = findToolchains({ root: process.cwd(), path: process.env.PATH, home: homedir(), node: process.execPath })
  return { name: 'tools', ok: true, text: folders.length > 0 ? folders.join(', ') : 'only the programs of the system' }
}

function searching(): Finding {
  const path = findRipgrep()
  const text =
    path === undefined ? 'no ripgrep (rg): searches give the same answers, more slowly' : `ripgrep (${path}), where it can be sandboxed`
  return { name: 'search', ok: path !== undefined, text }
}

async function dataState(folder: string): Promise<Finding> {
  try {
    await access(folder, constants.R_OK | constants.W_OK)
    const mode = (await stat(folder)).mode & 0o777
    return { name: 'data', ok: mode === 0o700, text: `${folder}${mode === 0o700 ? '' : ` has mode ${mode.toString(8)}: chmod 700 it`}` }
  } catch (error) {
    return {
      name: 'data',
      ok: false,
      text: `${folder}: ${(error as NodeJS.ErrnoException).code === 'ENOENT' ? 'made at the first start' : (error as Error).message}`,
    }
  }
}

/** The running server's report on its policy file; undefined if no server runs. */
async function policyState(folder: string): Promise<Finding[]> {
  const connection = await readConnection(folder)
  if (!connection) return []
  try {
    const client = createClient({ url: connection.url, token: connection.tokens.agent })
    const { problem, policy_version, rules } = await client.getPolicy({ params: { p: connection.project_id } })
    const inForce = `${rules.length === 0 ? 'no rules' : `${rules.length} rules`} in force (${policy_version})`
    return [{ name: 'policy', ok: problem === undefined, text: problem === undefined ? inForce : `${problem}; ${inForce}` }]
  } catch (error) {
    if (error instanceof ServerUnreachable) return []
    return [{ name: 'policy', ok: false, text: (error as Error).message }]
  }
}

async function serverState(folder: string): Promise<Finding[]> {
  const connection = await readConnection(folder)
  if (!connection) return [{ name: 'server', ok: false, text: `none was started with this data folder: ${ownName} serve --workspace DIR` }]
  try {
    const client = createClient({ url: connection.url, token: connection.tokens.agent })
    const { project } = await client.getProject({ params: { p: connection.project_id } })
    const runner = project.runner?.online ? `runner online, isolation ${project.runner.isolation}` : 'no runner online'
    return [
      { name: 'server', ok: true, text: `${connection.url}, project ${project.name}, ${runner}` },
      { name: 'mode', ok: project.mode === project.mode_in_effect, text: modeText(project) },
    ]
  } catch (error) {
    const why =
      error instanceof ServerUnreachable ? `does not answer; start it with ${ownName} serve` : `answers: ${(error as Error).message}`
    return [{ name: 'server', ok: false, text: `${connection.url} ${why}` }]
  }
}
