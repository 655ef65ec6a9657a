// The branches of the repository, the one that was worked on last first.
import type { GitBranches } from '@countersign/tools'
import type { BareCopy } from '../bare-copy/open-bare-copy.ts'
import type { RunGit } from '../bare-copy/run-git.ts'

const FORMAT = '--format=%(refname:lstrip=2)%00%(objectname)%00%(upstream:lstrip=2)'

export async function readBranches(run: RunGit, bareCopy: BareCopy, current = bareCopy.branch): Promise<GitBranches> {
  const { stdout } = await run(bareCopy, { args: ['for-each-ref', FORMAT, '--sort=-committerdate', 'refs/heads/'] })
  const branches = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [name = '', commit = '', upstream = ''] = line.split('\0')
      return { name, commit, upstream: upstream || null }
    })
  return { branches, current: current ?? null }
}

/** The commit of a branch, or undefined where there is none of that name. */
export async function branchCommit(run: RunGit, bareCopy: BareCopy, name: string): Promise<string | undefined> {
  const { stdout } = await run(bareCopy, { args: ['rev-parse', '--verify', '--quiet', `refs/heads/${name}^{commit}`], accepts: [1] })
  return stdout.trim() || undefined
}
