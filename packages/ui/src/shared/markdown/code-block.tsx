// A block of code in a text.

export const CodeBlock = ({ language, text }: { readonly language: string; readonly text: string }) => (
  <pre
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    tabIndex={0}
    data-language={language}
    className="max-h-96 overflow-auto rounded-md border border-line bg-sunken p-2 font-mono text-xs"
  >
    <code>{text}</code>
  </pre>
)
