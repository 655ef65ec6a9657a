// A trap in a repository: something that makes an ordinary git run a program, or read or write elsewhere.
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type gitIn, initRepository } from '../hosts/git-repository.ts'
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../hosts/temporary-workspace.ts'

export const OUTSIDE_SECRET = 'words from outside the workspace'

export interface TrapPlace extends AsyncDisposable {
  readonly workspace: TemporaryWorkspace
  readonly git: ReturnType<typeof gitIn>
  /** A repository of somebody else, beside the workspace. */
  readonly outside: string
  /** A program that leaves a mark when it runs. */
  readonly program: string
  /** The same, and it passes on what it is given. */
  readonly filter: string
  /** Whether one of them has run. */
  hasSprung(): boolean
  /** The mark that one leaves in `/tmp`, which may be a session's own. */
  readonly temporaryMark: string
  /** Setting one trap may have sprung another. */
  forget(): void
  /** Everything that lies beside the workspace, with its content. */
  outsideNow(): string
}

export interface Trap {
  readonly name: string
  set(place: TrapPlace): void
  /** Leads an ordinary git into it: its program runs, or what it prints holds words from outside. */
  spring?(place: TrapPlace): string | undefined
}

const FILES = { 'a.txt': 'one\n', 'b.txt': 'two\n', 'folder/c.txt': 'three\n' }

/** Two branches, a staged change, one that is not, and a new file. */
export function createTrapPlace(): TrapPlace {
  const workspace = createTemporaryWorkspace(FILES)
  const git = initRepository(workspace.root)
  git('switch', '--quiet', '-c', 'other')
  workspace.file('folder/c.txt', 'three on another branch\n')
  git('commit', '--quiet', '--all', '-m', 'Other')
  git('switch', '--quiet', 'main')
  workspace.file('../outside/secret.txt', `${OUTSIDE_SECRET}\n`)
  const outside = workspace.at('../outside')
  initRepository(outside)('commit', '--quiet', '--allow-empty', '-m', OUTSIDE_SECRET)
  // The last one is where a command may write that only reads.
  const temporaryMark = `/tmp/sprung-${basename(dirname(workspace.root))}`
  const marks = [workspace.at('../sprung'), workspace.at('sprung'), temporaryMark]
  workspace.file('a.txt', 'one, changed\n')
  git('add', 'a.txt')
  workspace.file('b.txt', 'two, changed\n')
  workspace.file('new.txt', 'new\n')
  const mark = `#!/bin/sh\nfor mark in ${marks.join(' ')}; do touch $mark 2>/dev/null; done\n`
  const program = workspace.file('trap.sh', mark)
  const filter = workspace.file('filter.sh', `${mark}cat "$@"\n`)
  for (const file of [program, filter]) chmodSync(file, 0o755)
  return {
    workspace,
    git,
    outside,
    program,
    filter,
    temporaryMark,
    hasSprung: () => marks.some((mark) => existsSync(mark)),
    forget: () => {
      for (const mark of marks) rmSync(mark, { force: true })
    },
    outsideNow: () => contentOf(workspace.at('..'), ['ws', 'sprung']),
    [Symbol.asyncDispose]: () => {
      rmSync(temporaryMark, { force: true })
      return workspace[Symbol.asyncDispose]()
    },
  }
}

function contentOf(folder: string, passedOver: readonly string[]): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return names
    .filter((name) => !passedOver.some((other) => name === other || name.startsWith(`${other}/`)))
    .map((name) => `${name}: ${statSync(join(folder, name)).isFile() ? readFileSync(join(folder, name), 'latin1') : ''}`)
    .join('\n')
}

export const runs =
  (...args: string[]) =>
  ({ git }: Pick<TrapPlace, 'git'>): string | undefined =>
    quietly(() => git(...args))

/** What git prints and how it ends do not matter for whether a program ran. */
export function quietly(run: () => string): string | undefined {
  try {
    return run()
  } catch (error) {
    if (error instanceof Error && 'status' in error) return undefined
    throw error
  }
}
