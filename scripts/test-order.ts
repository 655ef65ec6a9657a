// The order in which test files run: project by project, because a worker is reused only for files of the same one, and slow files first.
// So all workers end at the same time, with the many short files of packages.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const PROJECTS = ['vscode-sample', 'vscode', 'page', 'e2e', 'runner', 'apps', 'packages']

/** Longest first. On a machine that has run them before, Vitest would know; on a new one it goes by file size. */
const LONG = [
  'page/accessibility',
  'page/history',
  'page/approvals',
  'page/connection',
  'page/approvals-queue',
  'page/chat-long',
  'page/files-editor',
  'page/chat-turns',
  'page/chat-away',
  'page/chat-slow',
  'turns/turn-faults',
  'attack/attack',
  'scenarios/processes',
  'scenarios/server-faults',
  'scenarios/crashes',
  'scenarios/command-line',
  'scenarios/runner-faults',
  'git/hostile',
  'sandbox/probes',
  'changes/race',
  'undo/kill',
  'stdio/endings',
  'search/large-tree',
  'src/first-steps',
].map((name) => `/${name}.test.ts`)

const rankIn = (list: readonly string[], matches: (name: string) => boolean): number => {
  const rank = list.findIndex(matches)
  return rank === -1 ? list.length : rank
}

const byProject = ({ project }: TestSpecification): number => rankIn(PROJECTS, (name) => name === project.name)
const byLength = ({ moduleId }: TestSpecification): number => rankIn(LONG, (end) => moduleId.endsWith(end))

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((one, other) => byProject(one) - byProject(other) || byLength(one) - byLength(other))
  }
}
