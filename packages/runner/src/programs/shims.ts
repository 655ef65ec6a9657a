// Version managers put stand-ins on the PATH that look into the folder they are called in for the version to run; some take a path from
// there, and so run a program of the workspace. A command that only reads gets the programs that the person's own settings choose instead.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { errnoOf } from '../disk/file-failure.ts'

type FindVersions = (home: string) => string[]

/** Folders of stand-ins below the home folder, and the folders of programs that they stand for where no workspace says otherwise. */
const SHIMS: Readonly<Record<string, FindVersions>> = {
  '.pyenv/shims': (home) => chosenByFile(join(home, '.pyenv')),
  '.rbenv/shims': (home) => chosenByFile(join(home, '.rbenv')),
  '.nodenv/shims': (home) => chosenByFile(join(home, '.nodenv')),
  '.asdf/shims': (home) => chosenByTool(join(home, '.tool-versions'), join(home, '.asdf/installs')),
  '.local/share/mise/shims': (home) => latestOfEach(join(home, '.local/share/mise/installs')),
  '.volta/bin': (home) => defaultOfVolta(join(home, '.volta/tools')),
}

/** What stands on the PATH of a command that only reads where this folder stands on that of others. */
export function withoutShims(folder: string, home: string): string[] {
  const find = Object.entries(SHIMS).find(([name]) => join(home, name) === folder)?.[1]
  if (find) return find(home).filter((found) => existsSync(found))
  // Other managers, and these in other places: which version the person chose is not known.
  return basename(folder) === 'shims' ? [] : [folder]
}

/** pyenv and its kin: a file with a version a line, or several with colons between them. */
const chosenByFile = (manager: string): string[] =>
  readText(join(manager, 'version'))
    .split(/[\s:]+/)
    .filter(isVersion)
    .map((version) => join(manager, 'versions', version, 'bin'))

/** asdf: a line for each tool, with the versions to try. */
const chosenByTool = (file: string, installs: string): string[] =>
  readText(file)
    .split('\n')
    .flatMap((line) => {
      const [tool = '', ...versions] = (line.split('#')[0] as string).trim().split(/\s+/)
      return isVersion(tool) ? versions.filter(isVersion).map((version) => join(installs, tool, version, 'bin')) : []
    })

const latestOfEach = (installs: string): string[] =>
  existsSync(installs) ? readdirSync(installs).map((tool) => join(installs, tool, 'latest/bin')) : []

function defaultOfVolta(tools: string): string[] {
  const version = /"runtime"\s*:\s*"(?<version>[^"]*)"/.exec(readText(join(tools, 'user/platform.json')))?.groups?.version
  return version !== undefined && isVersion(version) ? [join(tools, 'image/node', version, 'bin')] : []
}

/** The name of a folder, and no way to another. */
const isVersion = (text: string): boolean => /^[\w][\w.+-]*$/.test(text)

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    // Nothing was chosen.
    if (errnoOf(error) === 'ENOENT') return ''
    throw error
  }
}
