// The preview of a call, by kind: a diff, the exact command, or text by the runner.
import type { Preview } from '@countersign/protocol'
import { ArgumentLines } from './argument-lines.tsx'
import { CommandFacts } from './command-facts.tsx'
import { DiffPreview } from './diff-preview.tsx'
import { ScriptTexts } from './script-texts.tsx'
import { ShellLine } from './shell-line.tsx'
import { TextPreview } from './text-preview.tsx'

export function PreviewOf({ preview }: { readonly preview: Preview }) {
  switch (preview.kind) {
    case 'diff':
      return <DiffPreview files={preview.files} />
    case 'command':
      return (
        <div className="flex flex-col gap-2">
          <ArgumentLines words={[preview.command, ...preview.args]} />
          <CommandFacts {...preview} />
          <ScriptTexts scripts={preview.scripts} />
        </div>
      )
    case 'shell':
      return (
        <div className="flex flex-col gap-2">
          <ShellLine line={preview.line} />
          <CommandFacts {...preview} />
          <ScriptTexts scripts={preview.scripts} />
        </div>
      )
    case 'text':
      return <TextPreview preview={preview} />
    // Questions have their own components.
    case 'question':
    case 'review':
    case 'input':
      return null
  }
}
