// The environment of git: nothing of the person's or the machine's settings, no prompt, no network, no helper, literal names.
import type { CopyPlace } from './open-bare-copy.ts'

const ALWAYS = {
  HOME: '/nonexistent',
  XDG_CONFIG_HOME: '/nonexistent',
  LC_ALL: 'C.UTF-8',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '/bin/false',
  SSH_ASKPASS: '/bin/false',
  GIT_SSH_COMMAND: '/bin/false',
  GIT_EDITOR: '/bin/false',
  GIT_SEQUENCE_EDITOR: '/bin/false',
  GIT_PAGER: 'cat',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_OPTIONAL_LOCKS: '0',
}

export interface GitFiles {
  /** The index that is read and written; the copy in the bare copy where it is left out. */
  readonly index?: string | undefined
  /** New objects go to the bare copy and vanish with it. */
  readonly keepsObjects?: boolean | undefined
  readonly identity?: Readonly<Record<string, string>> | undefined
}

export function gitEnvironment({ repository, folder }: CopyPlace, path: readonly string[], files: GitFiles): Record<string, string> {
  const objects = `${repository.commonDir}/objects`
  return {
    ...ALWAYS,
    ...files.identity,
    PATH: path.join(':'),
    GIT_DIR: folder,
    GIT_WORK_TREE: repository.top,
    GIT_INDEX_FILE: files.index ?? `${folder}/index`,
    ...(files.keepsObjects
      ? { GIT_OBJECT_DIRECTORY: objects }
      : { GIT_OBJECT_DIRECTORY: `${folder}/objects`, GIT_ALTERNATE_OBJECT_DIRECTORIES: quote(objects) }),
  }
}

/** A colon would end the name. */
const quote = (path: string): string => `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
