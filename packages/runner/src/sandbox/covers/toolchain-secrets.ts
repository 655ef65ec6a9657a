// Settings in the folders of toolchains that may hold tokens: the global settings of npm, pip, conda, cargo and Maven lie beside the programs.
// They are known by their places. A search by name, as in the workspace, would walk through hundreds of thousands of files, and would cover the
// certificates that every Python brings.
import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { errnoOf } from '../../disk/file-failure.ts'
import { isInside, nameIn } from '../../disk/names.ts'

const AT_THE_TOP = [
  '.npmrc',
  'npmrc',
  '.netrc',
  '.pypirc',
  '.condarc',
  'condarc',
  'pip.conf',
  'credentials',
  'credentials.toml',
  'etc/npmrc',
]

/** Where a manager keeps each version. */
const VERSIONS = [
  'versions/*',
  'versions/node/*',
  'node-versions/*/installation',
  'tools/image/*/*',
  'installs/*/*',
  'installs/*/*/.npm',
  'nodejs/*',
  'envs/*',
]
const IN_EACH_VERSION = ['etc/npmrc', 'pip.conf', '.condarc', 'credentials', 'credentials.toml']

const OTHERS = ['.git/config', 'plugins/*/.git/config', 'candidates/maven/*/conf/settings.xml', 'candidates/gradle/*/gradle.properties']

const PLACES: readonly string[] = [
  ...AT_THE_TOP,
  ...VERSIONS.flatMap((version) => IN_EACH_VERSION.map((name) => `${version}/${name}`)),
  ...OTHERS,
]

/** Files to cover, by their names in the sandbox; what a link leads to elsewhere is not visible there at all. */
export function toolchainSecrets(folders: readonly string[]): string[] {
  const found = folders.flatMap((folder) => PLACES.flatMap((place) => filesAt(folder, place.split('/'))))
  const roots = found.length === 0 ? [] : folders.flatMap((folder) => ifReadable(() => ({ folder, real: realpathSync(folder) })))
  const shown = found.flatMap((path) => ifReadable(() => realpathSync(path))).flatMap((path) => namesOf(path, roots))
  return [...new Set(shown)]
}

const namesOf = (path: string, roots: readonly { readonly folder: string; readonly real: string }[]): string[] =>
  roots.filter(({ real }) => isInside(real, path)).map(({ folder, real }) => join(folder, nameIn(real, path)))

function filesAt(path: string, [name, ...rest]: readonly string[]): string[] {
  if (name === undefined) return ifReadable(() => statSync(path)).flatMap((found) => (found.isFile() ? [path] : []))
  const names = name === '*' ? ifReadable(() => readdirSync(path)).flat() : [name]
  return names.flatMap((one) => filesAt(join(path, one), rest))
}

/** What this user cannot reach, a command cannot reach either: it has no more rights. */
function ifReadable<Value>(read: () => Value): Value[] {
  try {
    return [read()]
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'].includes(errnoOf(error) ?? '')) return []
    throw error
  }
}
