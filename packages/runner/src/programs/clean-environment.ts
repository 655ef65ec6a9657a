// The environment of a command, from an allow-list: a name that is not here does not reach it, whatever it holds.

const PASSED_ON = ['LANG', 'LC_ALL', 'LC_CTYPE', 'LC_COLLATE', 'LC_MESSAGES', 'LC_NUMERIC', 'LC_TIME', 'TZ']

const ALWAYS = {
  CI: '1',
  TERM: 'dumb',
  NO_COLOR: '1',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_EDITOR: 'true',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  npm_config_update_notifier: 'false',
  npm_config_fund: 'false',
  PIP_NO_INPUT: '1',
}

/** Where package managers keep what they fetched, in the project's cache: elsewhere in the home folder it would be gone with the command. */
const CACHES: Readonly<Record<string, string>> = {
  npm_config_cache: 'npm',
  PNPM_HOME: 'pnpm',
  YARN_GLOBAL_FOLDER: 'yarn',
  BUN_INSTALL_CACHE_DIR: 'bun',
  CARGO_HOME: 'cargo',
  GOPATH: 'go',
  GRADLE_USER_HOME: 'gradle',
  NUGET_PACKAGES: 'nuget',
  PUB_CACHE: 'pub',
  BUNDLE_USER_CACHE: 'bundle',
  HEX_HOME: 'hex',
}

export interface EnvironmentFacts {
  readonly from: Readonly<Record<string, string | undefined>>
  readonly path: readonly string[]
  /** The command's own: never the person's. */
  readonly home: string
  readonly temporary: string
  /** Where toolchains lie and who commits; nothing secret. */
  readonly extra?: Readonly<Record<string, string>>
}

export function cleanEnvironment({ from, path, home, temporary, extra }: EnvironmentFacts): Record<string, string> {
  const passed = PASSED_ON.flatMap((name) => {
    const value = from[name]
    return isPlain(value) && (name === 'TZ' || isUnicode(value)) ? [[name, value]] : []
  })
  return {
    LANG: 'C.UTF-8',
    ...Object.fromEntries(passed),
    ...ALWAYS,
    ...extra,
    PATH: path.join(':'),
    HOME: home,
    TMPDIR: temporary,
    ...Object.fromEntries(Object.entries(CACHES).map(([name, folder]) => [name, `${home}/.cache/${folder}`])),
    MAVEN_OPTS: `-Dmaven.repo.local=${home}/.cache/maven`,
  }
}

/** A locale or a time zone is a short plain word; anything else under these names is not what it says. */
const isPlain = (value: string | undefined): value is string => value !== undefined && /^[\w.@:/+-]{1,64}$/.test(value)

/** Words were judged as UTF-8. Where a shell reads them in GBK, half of a letter can swallow the backslash after it. */
const isUnicode = (value: string): boolean => /utf-?8(?:@\w+)?$/i.test(value) || value === 'C' || value === 'POSIX'
