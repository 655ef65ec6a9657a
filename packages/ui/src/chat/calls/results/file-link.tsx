// A link to a file of the workspace.
import { makeVisible } from '@countersign/protocol'
import { hrefOf } from '../../../shared/browser/route.ts'

export const FileLink = ({ path }: { readonly path: string }) => (
  <a href={hrefOf('files', path)} className="min-w-0 font-mono text-xs break-all text-accent hover:underline">
    {makeVisible(path)}
  </a>
)
