// A shell line as the program call that it is: bash from a fixed place, none of the person's settings, in a folder of the workspace.
import { existsSync } from 'node:fs'
import { Failure, sentence } from '@countersign/protocol'
import type { ShellRequest } from '@countersign/tools'
import { failureAt, fileFailure } from '../disk/file-failure.ts'
import { checkedPath, checkPlace } from '../disk/names.ts'
import { openObject } from '../disk/open-object.ts'
import type { CommandCall } from './prepared-command.ts'

/** Never looked for: the line was judged as bash reads it, and by no other program of that name. */
const PLACES = ['/bin/bash', '/usr/bin/bash']

export function shellCall({ line, cwd }: Pick<ShellRequest, 'line' | 'cwd'>, root: string): CommandCall {
  const bash = PLACES.find((place) => existsSync(place))
  if (!bash)
    throw new Failure('COMMAND_NOT_ALLOWED', {
      subject: sentence('subject.with-why', { subject: sentence('subject.shell-line'), why: sentence('command.no-bash') }),
    })
  return {
    name: sentence('command.the-line'),
    words: [bash, '--norc', '--noprofile', '-c', line],
    cwd: findFolder(root, cwd),
    startsPrograms: true,
    usesGit: /(?<![\w.-])git(?![\w-])/.test(line),
    makesRepository: onlyMakesRepository(line),
  }
}

function findFolder(root: string, requested: string): string {
  const path = checkedPath(requested, 'list')
  try {
    using object = openObject(`${root}/${path}`)
    checkPlace(root, object.place, path, 'list')
    if (!object.stats.isDirectory()) throw failureAt('INVALID_PATH', path, 'file.not-folder')
    return object.place
  } catch (error) {
    throw fileFailure(error, path)
  }
}

/** `git init && git add . && git commit -m x`: nothing but git runs, so that nobody else can have filled the new repository. */
const onlyMakesRepository = (line: string): boolean =>
  /^\s*git\s+(?:init|clone)\b/.test(line) && line.split('&&').every((part) => /^\s*git\s[^;|&$`<>\\\n(){}]*$/.test(part))
