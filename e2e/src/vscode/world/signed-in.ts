// What the extension of a window holds once somebody is signed in: read inside its host, since it is nowhere else.
import type { Workbench } from './workbench.ts'

export interface SignedIn {
  readonly url: string
  readonly projectId: string
  /** The credential of the person. */
  readonly operator: string
  /** The credential that may only call tools. */
  readonly agent: string
}

interface OpenedExtension {
  readonly account: { state(): { readonly url: string; operator(): string; agent(): string } }
  readonly projects: { list(): readonly { readonly projectId: string }[] }
}

export const signedIn = ({ host }: Pick<Workbench, 'host'>): Promise<SignedIn> =>
  host.run((editor) => {
    const extension = editor.extensions.getExtension<OpenedExtension>('countersign.countersign')
    if (!extension) throw new Error('the extension is not installed')
    const { account, projects } = extension.exports
    const state = account.state()
    const projectId = projects.list()[0]?.projectId ?? ''
    return { url: state.url, projectId, operator: state.operator(), agent: state.agent() }
  }, undefined)
