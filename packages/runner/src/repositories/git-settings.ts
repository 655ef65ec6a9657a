// The settings that git itself would obey in a repository, of all its files with everything that they include. Git is asked for them
// in a way that runs nothing, and again only when one of the files has changed.
import { dirname, resolve } from 'node:path'
import { errnoOf } from '../disk/file-failure.ts'
import { isText } from '../disk/names.ts'
import { lookAt } from '../disk/read-plain.ts'
import { runOwnProgram } from '../programs/run-own-program.ts'
import type { Toolchains } from '../programs/toolchains.ts'
import type { EffectiveSetting } from './settings-names.ts'

export interface SettingsFacts {
  readonly root: string
  readonly toolchains: Toolchains
  readonly environment: Readonly<Record<string, string | undefined>>
}

export interface GitSettings {
  /** The person's, which `~` stands for. */
  readonly home: string | undefined
  /** The settings of a repository, by its own folder; none where git cannot read them, which then runs nothing either. */
  effective(repository: string): Promise<readonly EffectiveSetting[]>
  /** What one file says, without what it includes; undefined where git cannot read it. */
  inFile(path: string): Promise<readonly EffectiveSetting[] | undefined>
}

const FILES = ['config', 'config.worktree', 'commondir', 'HEAD']

interface Known {
  readonly files: readonly string[]
  readonly key: string
  readonly settings: readonly EffectiveSetting[]
}

export function createGitSettings(facts: SettingsFacts): GitSettings {
  const known = new Map<string, Known>()
  const ask = async (cwd: string, ...args: string[]): Promise<EffectiveSetting[] | undefined> => {
    // A folder whose name is no text cannot be handed to a program.
    if (!isText(cwd)) return undefined
    const end = await runOwnProgram({ name: 'git', args: ['--no-pager', ...args], ...facts, cwd, environment: personal(facts) }).catch(
      whenGone,
    )
    return end?.why === 'ended' && end.exitCode === 0 && !end.truncated ? parseSettings(end.stdout, cwd) : undefined
  }
  return {
    home: facts.environment.HOME,
    async effective(repository) {
      const before = known.get(repository)
      if (before && keyOf(before.files) === before.key) return before.settings
      const settings = (await ask(repository, '--git-dir=.', 'config', '--list', '--show-origin', '-z')) ?? []
      const files = [...new Set([...FILES.map((name) => `${repository}/${name}`), ...personFiles(facts), ...namedIn(settings)])]
      known.set(repository, { files, key: keyOf(files), settings })
      return settings
    },
    inFile: (path) => ask(dirname(path), 'config', '--file', path, '--no-includes', '--list', '--show-origin', '-z'),
  }
}

/** The folder may have gone meanwhile. */
function whenGone(error: unknown): undefined {
  if (errnoOf(error) === undefined) throw error
}

function personal({ environment }: SettingsFacts): Record<string, string> {
  const { HOME, XDG_CONFIG_HOME } = environment
  return { ...(HOME !== undefined && { HOME }), ...(XDG_CONFIG_HOME !== undefined && { XDG_CONFIG_HOME }) }
}

const personFiles = ({ environment: { HOME, XDG_CONFIG_HOME } }: SettingsFacts): string[] => [
  '/etc/gitconfig',
  ...(HOME === undefined ? [] : [`${HOME}/.gitconfig`, `${XDG_CONFIG_HOME ?? `${HOME}/.config`}/git/config`]),
]

const namedIn = (settings: readonly EffectiveSetting[]): string[] =>
  settings.flatMap(({ key, value, origin }) =>
    origin === undefined ? [] : [origin, ...(key.startsWith('include') ? [resolve(dirname(origin), value)] : [])],
  )

function keyOf(files: readonly string[]): string {
  return files
    .map((file) => {
      const stats = lookAt(file)
      return stats ? `${stats.ino}:${stats.size}:${stats.ctimeNs}` : '-'
    })
    .join(' ')
}

/** `file:PATH NUL key LF value NUL`, the key alone for true. */
function parseSettings(printed: string, cwd: string): EffectiveSetting[] {
  const words = printed.split('\0')
  const settings: EffectiveSetting[] = []
  for (let index = 0; index + 1 < words.length; index += 2) {
    const [origin = '', line = ''] = [words[index], words[index + 1]]
    const end = line.indexOf('\n')
    settings.push({
      key: end < 0 ? line : line.slice(0, end),
      value: end < 0 ? 'true' : line.slice(end + 1),
      origin: origin.startsWith('file:') ? resolve(cwd, origin.slice('file:'.length)) : undefined,
    })
  }
  return settings
}
