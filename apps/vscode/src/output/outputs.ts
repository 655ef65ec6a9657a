// Live output of commands, in one terminal for each project. It opens with the first command that runs.
import { type Call, hasEnded } from '@countersign/ui/following'
import * as vscode from 'vscode'
import type { Log } from '../log/log.ts'
import type { FolderProject } from '../projects/folder-project.ts'
import { isOver, newText, type Written } from './call-text.ts'
import { OutputTerminal } from './output-terminal.ts'

const COMMAND_TOOLS = new Set(['execute_command', 'run_command', 'run_persistent'])

export interface Outputs {
  /** From now on, output of the project's commands is shown. */
  follow(project: FolderProject): vscode.Disposable
  /** Brings the terminal to the front, with all that is kept of one call's output. */
  show(project: FolderProject, callId: string): Promise<void>
}

export function createOutputs(log: Log): Outputs {
  const followed = new Map<FolderProject, ProjectOutput>()
  return {
    follow(project) {
      const output = new ProjectOutput(project, log)
      followed.set(project, output)
      return vscode.Disposable.from(output, { dispose: () => followed.delete(project) })
    },
    show: async (project, callId) => followed.get(project)?.show(callId),
  }
}

class ProjectOutput implements vscode.Disposable {
  readonly #project: FolderProject
  readonly #log: Log
  readonly #written = new Map<string, Written>()
  readonly #since: number
  readonly #unsubscribe: () => void
  #terminal: OutputTerminal | undefined

  constructor(project: FolderProject, log: Log) {
    this.#project = project
    this.#log = log
    this.#since = project.clock.now()
    this.#unsubscribe = project.mirror.store.subscribe(() => this.#look())
  }

  async show(callId: string): Promise<void> {
    const { fetchCall, fetchOutput, store } = this.#project.mirror
    await fetchCall(callId)
    await fetchOutput(callId)
    const call = store.getState().calls.get(callId)
    if (!call) return
    this.#write(call, undefined)
    this.#terminal?.reveal()
  }

  dispose(): void {
    this.#unsubscribe()
    this.#terminal?.dispose()
  }

  #look(): void {
    for (const call of this.#project.mirror.store.getState().calls.values()) {
      if (!COMMAND_TOOLS.has(call.tool_name) || call.started_at === null) continue
      const before = this.#written.get(call.id)
      if (before?.ended || (!before && this.#isOld(call))) continue
      this.#learnEnd(call)
      this.#write(call, before)
    }
  }

  /** Ended before this window followed the project. */
  #isOld({ completed_at }: Call): boolean {
    return completed_at !== null && Date.parse(completed_at) < this.#since
  }

  /** The event of an end says nothing of the exit code; the record does. */
  #learnEnd(call: Call): void {
    if (!hasEnded(call.status) || call.is_whole) return
    this.#project.mirror.fetchCall(call.id).catch((error: unknown) => this.#log.warn({ error: String(error) }, 'a call could not be read'))
  }

  #write(call: Call, before: Written | undefined): void {
    const text = newText(call, before)
    if (text === '') return
    this.#terminal ??= new OutputTerminal(this.#project.folder.name, () => {
      this.#terminal = undefined
    })
    this.#terminal.write(text)
    this.#written.set(call.id, { next: Math.max(call.output_next, before?.next ?? 0), ended: isOver(call) })
  }
}
