// The inside of a line of markdown.
import type { Token } from 'marked'
import { Fragment, type ReactNode } from 'react'

export const Inline = ({ tokens }: { readonly tokens: readonly Token[] }): ReactNode =>
  tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a line have no other name, and their order is the line's
    <Fragment key={index}>{inlineOf(token)}</Fragment>
  ))

function inlineOf(token: Token): ReactNode {
  const inside = () => <Inline tokens={('tokens' in token && token.tokens) || []} />
  switch (token.type) {
    case 'strong':
      return <strong>{inside()}</strong>
    case 'em':
      return <em>{inside()}</em>
    case 'del':
      return <del>{inside()}</del>
    case 'codespan':
      return <code className="rounded bg-sunken px-1 font-mono text-[0.9em]">{token.text}</code>
    case 'br':
      return <br />
    case 'link':
      return <Link href={token.href}>{inside()}</Link>
    case 'image':
      return <Link href={token.href}>{token.text || token.href}</Link>
    case 'escape':
      return token.text
    case 'text':
      return 'tokens' in token && token.tokens ? inside() : token.text
    default:
      return token.raw
  }
}

/** A link to anything but the web is shown as text. */
function Link({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  if (!/^https?:\/\//i.test(href)) return <span title={href}>{children}</span>
  return (
    <a href={href} title={href} target="_blank" rel="noopener noreferrer" className="text-accent underline">
      {children}
    </a>
  )
}
