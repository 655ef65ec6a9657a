// The calls whose path is recorded, each made over HTTP as by an agent and an operator.
import type { TracedSystem } from './traced-system.ts'

export interface Walk {
  readonly title: string
  /** A reader can follow no more than this many files. */
  readonly most: number
  /** One call from the first request to its result. The number makes calls differ. */
  call(system: TracedSystem, number: number): Promise<{ readonly status: string }>
}

/** The watcher of the workspace reports every change, whoever made it, and is not part of a call: it leaves out ignored folders. */
export const FILES = { 'README.md': '# Sample\n\nHello from the workspace.\n', 'out/notes.md': '# Notes\n', '.gitignore': 'out/\n' }

export const WALKS: Readonly<Record<string, Walk>> = {
  read_file: {
    title: 'a LOW `read_file`',
    most: 74,
    call: ({ agent }) => agent.call('read_file', { path: 'README.md' }),
  },
  write_file: {
    title: 'an approved `write_file`',
    most: 106,
    call: async ({ agent, operator }, number) => {
      const view = await agent.call('write_file', { path: 'out/notes.md', content: `# ${number}\n` })
      if (!view.approval_id) throw new Error(`The call was not asked about: ${JSON.stringify(view)}`)
      await operator.approve(view.approval_id)
      return agent.end(view.tool_id)
    },
  },
}
