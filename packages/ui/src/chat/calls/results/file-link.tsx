// A file of the workspace: leads to the editor.
import { makeVisible } from '@countersign/protocol'
import { hrefOf } from '../../../shared/browser/route.ts'

export const FileLink = ({ path }: { readonly path: string }) => (
  <a href={hrefOf('files', path)} className="min-w-0 font-mono text-xs break-all text-accent hover:underline">
    {makeVisible(path)}
  </a>
)
