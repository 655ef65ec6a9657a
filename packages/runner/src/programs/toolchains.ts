// Where programs are found: the system's folders and the person's toolchains, never a part of the workspace, never a
// project's node_modules/.bin. What lies outside /usr is bound into the sandbox, so it is named here folder by folder.
import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs'
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path'
import { isBareName } from '@countersign/policy'
import { errnoOf } from '../disk/file-failure.ts'
import { isInside } from '../disk/names.ts'
import { withoutShims } from './shims.ts'

export const SYSTEM_PATH = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/local/sbin', '/usr/sbin', '/sbin']
const SYSTEM_ROOTS = ['/usr', '/bin', '/sbin']

// Below the home folder. Of some only the programs: the rest of the folder holds the person's tokens, or what is not theirs to run.
const HOME_TOOLCHAINS = [
  '.nvm',
  '.fnm',
  '.local/share/fnm',
  '.volta',
  '.asdf',
  '.pyenv',
  '.rustup',
  '.cargo/bin',
  '.local/bin',
  '.local/share/mise',
  '.local/share/uv/python',
  '.nodenv',
  '.rbenv',
  '.rvm',
  '.goenv',
  '.jenv',
  '.juliaup',
  '.dotnet',
  '.n',
  'n',
  'go/bin',
  '.npm-global',
  '.bun/bin',
  '.deno/bin',
  '.pixi/bin',
  '.sdkman',
  'miniconda3',
  'anaconda3',
  '.local/share/pnpm',
]

// Programs of the first only point to those of the others.
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  '.cargo/bin': ['.rustup'],
  '.bun/bin': ['.bun/install/global'],
  '.pixi/bin': ['.pixi/envs'],
  '.local/bin': [
    '.local/share/uv/tools',
    '.local/share/uv/python',
    '.local/share/pipx/venvs',
    '.local/pipx/venvs',
    '.local/share/pypoetry/venv',
  ],
}

const VARIABLES: Readonly<Record<string, string>> = {
  NVM_DIR: '.nvm',
  VOLTA_HOME: '.volta',
  ASDF_DATA_DIR: '.asdf',
  PYENV_ROOT: '.pyenv',
  RUSTUP_HOME: '.rustup',
  NODENV_ROOT: '.nodenv',
}

export interface Toolchains {
  /** The fixed PATH, absolute. */
  readonly path: readonly string[]
  /** The same for what runs unasked: no program on it lets the workspace choose another. */
  readonly readingPath: readonly string[]
  /** Folders outside the system that the programs need. */
  readonly folders: readonly string[]
  readonly variables: Readonly<Record<string, string>>
}

export interface ToolchainFacts {
  readonly root: string
  /** The person's PATH; the system's folders count without it. */
  readonly path: string | undefined
  readonly home: string
  /** A Node that is offered as a last resort; undefined where there is none to offer. */
  readonly node: string | undefined
}

export function findToolchains({ root, path = '', home, node }: ToolchainFacts): Toolchains {
  const known = presentIn(home, root, HOME_TOOLCHAINS)
  const own = node !== undefined && basename(node) === 'node' ? [dirname(realpathSync(node))] : []
  const asked = path.split(delimiter).filter((folder) => isAbsolute(folder) && !folder.includes('/node_modules/'))
  const found: { folder: string; bind: string | undefined }[] = []
  for (const folder of [...asked, ...SYSTEM_PATH, ...own]) {
    const bind = bindFor(folder, known, own)
    if (bind !== undefined && !overlaps(root, folder) && isFolder(folder))
      found.push({ folder: visibleName(folder, bind), bind: bind || undefined })
  }
  const bound = found.flatMap(({ bind }) => bind ?? [])
  const needed = Object.entries(NEEDS).flatMap(([name, others]) => (bound.includes(join(home, name)) ? others : []))
  const folders = new Set([...bound, ...presentIn(home, root, needed)])
  const variables = Object.entries(VARIABLES).filter(([, name]) => folders.has(join(home, name)))
  const onPath = [...new Set(found.map(({ folder }) => folder))]
  const isVisible = (folder: string) => bindFor(folder, [...folders], own) !== undefined && !overlaps(root, folder)
  return {
    path: onPath,
    readingPath: onPath.flatMap((folder) => withoutShims(folder, home)).filter(isVisible),
    folders: [...folders],
    variables: Object.fromEntries(variables.map(([variable, name]) => [variable, join(home, name)])),
  }
}

const presentIn = (home: string, root: string, names: readonly string[]): string[] =>
  names.map((name) => join(home, name)).filter((folder) => existsSync(folder) && !overlaps(root, folder))

/** What must be visible for this folder: nothing more ('') for the system's, undefined where it is none of ours. */
function bindFor(folder: string, known: readonly string[], own: readonly string[]): string | undefined {
  if (SYSTEM_ROOTS.some((system) => isInside(system, folder))) return ''
  const real = realIfPresent(folder)
  if (real === undefined) return undefined
  if (own.includes(real)) return real
  if (isInside('/opt', real) && real !== '/opt') return `/opt/${real.split('/')[2]}`
  if (isInside('/nix', real)) return '/nix'
  return known.find((toolchain) => isInside(toolchain, folder) || isInside(toolchain, real))
}

/** What is reached by a link from elsewhere (fnm makes one for each shell) has only its real name inside. */
const visibleName = (folder: string, bind: string): string => (bind === '' || isInside(bind, folder) ? folder : realpathSync(folder))

/** A folder in the workspace, or one that the workspace lies in: a command could change what runs next. */
const overlaps = (root: string, folder: string): boolean => isInside(root, realIfPresent(folder) ?? folder)

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

function realIfPresent(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch (error) {
    if (errnoOf(error) === undefined) throw error
    return undefined
  }
}

/** For commands that run unasked, and for programs that the runner starts by itself. */
export const forReading = (toolchains: Toolchains): Toolchains => ({ ...toolchains, path: toolchains.readingPath })

/** The program that a bare name stands for, or undefined where there is none. */
export function findProgram(name: string, { path }: Toolchains): string | undefined {
  if (!isBareName(name)) return undefined
  return path.map((folder) => join(folder, name)).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch (error) {
    if (errnoOf(error) === undefined) throw error
    return false
  }
}
