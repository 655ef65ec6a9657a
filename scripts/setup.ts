// Installs what the tests need: the parts of the system, if it can (as root on Debian; elsewhere it says what to install), and a VS Code.
import { existsSync } from 'node:fs'
import { installVsCode, isVsCodeInstalled } from '../e2e/src/vscode/code-server/install.ts'
import { runCommand } from './run-command.ts'
import { findMissing, SYSTEM_PARTS, type SystemPart } from './system-parts.ts'

const LOCK_WAIT = ['-o', 'DPkg::Lock::Timeout=300']

export const canInstall = (): boolean => process.getuid?.() === 0 && existsSync('/etc/debian_version')

export function describeMissing(missing: readonly SystemPart[]): string {
  const rows = missing.map(({ command, debianPackage, neededBy }) => `  ${command} (package ${debianPackage}): ${neededBy}`)
  const packages = missing.map((part) => part.debianPackage).join(' ')
  return ['Missing on this machine:', ...rows, `On Debian or Ubuntu: sudo apt-get install ${packages}`].join('\n')
}

/** Returns whether every part is present afterwards, or was not ours to install. */
export async function setUp(): Promise<boolean> {
  const hasParts = await setUpParts()
  return (await setUpVsCode()) && hasParts
}

async function setUpVsCode(): Promise<boolean> {
  if (isVsCodeInstalled()) return true
  console.log('Installing a VS Code for the tests of the extension: 800 MB, half a minute, once …')
  try {
    await installVsCode()
    return true
  } catch (error) {
    console.error(`VS Code could not be installed: ${error instanceof Error ? error.message : error}`)
    return false
  }
}

async function setUpParts(): Promise<boolean> {
  const missing = findMissing(SYSTEM_PARTS)
  if (missing.length === 0) {
    console.log('All system parts are installed.')
    return true
  }
  if (!canInstall()) {
    console.log(describeMissing(missing))
    return true
  }
  return install(missing)
}

// The package lists of a fresh machine are empty or old: they are updated only if an install fails without that.
async function install(missing: readonly SystemPart[]): Promise<boolean> {
  const packages = missing.map((part) => part.debianPackage)
  console.log(`Installing ${packages.join(', ')} …`)
  const first = await aptGet('install', '-y', '--no-install-recommends', ...packages)
  if (first.code !== 0) await aptGet('update')
  const last = first.code === 0 ? first : await aptGet('install', '-y', '--no-install-recommends', ...packages)
  const left = findMissing(missing)
  if (left.length > 0) console.error(`${last.output}\n${describeMissing(left)}`)
  return left.length === 0
}

const aptGet = (...parameters: string[]) =>
  runCommand(['apt-get', ...LOCK_WAIT, ...parameters], { env: { DEBIAN_FRONTEND: 'noninteractive' } })

if (import.meta.main) process.exitCode = (await setUp()) ? 0 : 1
