// A unified diff, line by line: what is added and removed has a sign and a colour.

const looksOf = (line: string, isHead: boolean): string => {
  if (isHead || line.startsWith('@@')) return 'text-muted bg-sunken'
  if (line.startsWith('+')) return 'bg-added'
  return line.startsWith('-') ? 'bg-removed' : ''
}

export function DiffLines({ diff, label }: { readonly diff: string; readonly label: string }) {
  const lines = diff.replace(/\n$/, '').split('\n')
  // The names of the files stand before the first hunk; a removed line may begin with the same signs.
  const firstHunk = lines.findIndex((line) => line.startsWith('@@'))
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className="max-h-96 overflow-auto rounded-md border border-line bg-panel py-1 font-mono text-xs leading-5"
    >
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a diff have no other name
        <div key={index} className={`min-w-max px-2 whitespace-pre ${looksOf(line, index < firstHunk)}`}>
          {line || ' '}
        </div>
      ))}
    </section>
  )
}
