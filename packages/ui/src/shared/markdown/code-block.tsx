// A code block in a text, with its language and a copy button.
import { CopyButton } from '../controls/copy-button.tsx'

export function CodeBlock({ language, text }: { readonly language: string; readonly text: string }) {
  return (
    <div className="overflow-hidden rounded-md border border-line bg-sunken">
      <div className="flex items-center justify-between gap-2 border-b border-line pr-1 pl-3 text-xs text-muted">
        <span className="truncate">{language}</span>
        <CopyButton text={text} />
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-96 overflow-auto px-3 py-2 font-mono text-xs leading-5"
      >
        <code>{text}</code>
      </pre>
    </div>
  )
}
