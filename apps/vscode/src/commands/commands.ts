// What each command of the extension does.
import * as vscode from 'vscode'
import type { Account } from '../account/account.ts'
import { runSignIn } from '../account/sign-in-command.ts'
import { answerQuestion, approve, reject } from '../approvals/answer.ts'
import type { Showing } from '../approvals/showing.ts'
import { answerShownDiffs } from '../approvals/shown-diff.ts'
import type { Log } from '../log/log.ts'
import type { Outputs } from '../output/outputs.ts'
import type { Projects } from '../projects/projects.ts'
import type { StartHere } from '../server/start-here.ts'
import type { ServerAway } from '../status/server-away.ts'
import type { GrantRow, ProcessRow, WaitingRow } from '../views/views.ts'

export interface CommandPorts {
  readonly account: Account
  readonly projects: Projects
  readonly showing: Showing
  readonly outputs: Outputs
  readonly startHere: StartHere
  readonly server: ServerAway
  readonly log: Log
}

/** By their names without `countersign.`. */
export function commandsOf({ account, projects, showing, outputs, startHere, server, log }: CommandPorts) {
  const diffs = answerShownDiffs(projects, ({ project, waiting }) => showing.showCard(project, waiting.id))
  return {
    signIn: () => runSignIn(account),
    signOut: () => account.signOut(),
    startHere: startHere.start,
    stopHere: startHere.stop,
    serverAway: server.choose,
    showLog: () => log.show(),
    showWaiting: () => showWaiting(projects, showing),
    showApproval: (row: WaitingRow) => showing.show(row.value),
    showDiff: (row: WaitingRow) => showing.showDiff(row.value),
    approveDiff: diffs.approve,
    rejectDiff: diffs.reject,
    approve: (row: WaitingRow) => approve(row.value),
    reject: (row: WaitingRow) => reject(row.value),
    answerQuestion: (row: WaitingRow) => answerQuestion(row.value),
    revokeGrant: ({ value: { project, id } }: GrantRow) => project.client.revokeGrant({ params: { p: project.projectId, g: id } }),
    stopProcess: (row: ProcessRow) => stopProcess(row),
    showOutput: ({ value: { project, id } }: ProcessRow) => outputs.show(project, id),
  }
}

/** The person's own call: it waits for the end, and is recorded like any other. */
async function stopProcess({ value: { project, name } }: ProcessRow): Promise<void> {
  const body = { tool_name: 'kill_process', tool_params: { process_id: name }, project_id: project.projectId }
  const { error } = await project.client.execute({ body })
  if (error) throw new Error(error)
}

function showWaiting(projects: Projects, { showCard }: Showing): void {
  const open = projects.list()
  const asking = open.find(({ mirror }) => mirror.store.getState().waiting.size > 0) ?? open[0]
  if (asking) showCard(asking)
  else void vscode.commands.executeCommand('countersign.panel.focus')
}
