// The tools as language model tools, so that VS Code's own agent mode works through the gate.
import { CATALOGUE } from '@countersign/tools'
import * as vscode from 'vscode'
import type { Projects } from '../projects/projects.ts'
import { agentOf, currentProject, signalOf } from './agent-session.ts'
import { isOffered, offeredName } from './offered-tools.ts'

const { t } = vscode.l10n

export function registerTools(projects: Projects): vscode.Disposable {
  const offered = CATALOGUE.filter(isOffered)
  return vscode.Disposable.from(...offered.map(({ name }) => vscode.lm.registerTool(offeredName(name), toolOf(name, projects))))
}

const toolOf = (name: string, projects: Projects): vscode.LanguageModelTool<Record<string, unknown>> => ({
  prepareInvocation: () => ({ invocationMessage: t('{0} through Countersign', name) }),
  async invoke({ input }, cancelled) {
    const { report } = await agentOf(currentProject(projects)).call(name, input, { signal: signalOf(cancelled) })
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(report)])
  },
})
