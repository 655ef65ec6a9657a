// An agent's markdown as elements of the page. The text is parsed into tokens and each token becomes an element: HTML in it is
// shown as text, links lead only to the web, images are not loaded.
import type { Token, Tokens } from 'marked'
import { memo, type ReactNode, useRef } from 'react'
import { CodeBlock } from './code-block.tsx'
import { Inline } from './inline.tsx'
import { type ReadText, readBlocks } from './read-blocks.ts'

export const Markdown = memo(({ text }: { readonly text: string }) => {
  const read = useRef<ReadText>(undefined)
  read.current = readBlocks(text, read.current)
  return (
    <div className="flex flex-col gap-2 break-words">
      <Blocks tokens={read.current.blocks} />
    </div>
  )
})

const Blocks = ({ tokens }: { readonly tokens: readonly Token[] }): ReactNode =>
  tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a text have no other name, and their order is the text's
    <Block key={index} token={token} />
  ))

/** While a text is being written only its last block changes; the others are not drawn again. */
const Block = memo(
  ({ token }: { readonly token: Token }) => blockOf(token),
  (before, after) => before.token.type === after.token.type && before.token.raw === after.token.raw,
)

function blockOf(token: Token): ReactNode {
  switch (token.type) {
    case 'space':
      return null
    case 'heading':
      return <p className="mt-1 font-semibold">{inline(token)}</p>
    case 'code':
      return <CodeBlock language={token.lang ?? ''} text={token.text} />
    case 'blockquote':
      return (
        <blockquote className="flex flex-col gap-2 border-l-2 border-line pl-3 text-muted">
          <Blocks tokens={token.tokens ?? []} />
        </blockquote>
      )
    case 'list':
      return <List list={token as Tokens.List} />
    case 'table':
      return <Table table={token as Tokens.Table} />
    case 'hr':
      return <hr className="border-line" />
    case 'paragraph':
    case 'text':
      return <p className="whitespace-pre-wrap">{inline(token)}</p>
    default:
      return <p className="whitespace-pre-wrap">{token.raw}</p>
  }
}

function inline(token: Token): ReactNode {
  if ('tokens' in token && token.tokens) return <Inline tokens={token.tokens} />
  return 'text' in token ? String(token.text) : token.raw
}

function List({ list }: { readonly list: Tokens.List }) {
  const items = list.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items of a list have no other name
    <li key={index}>
      {item.task && <input type="checkbox" checked={item.checked === true} disabled className="mr-1.5" aria-label={item.text} />}
      <Blocks tokens={item.tokens} />
    </li>
  ))
  return list.ordered ? (
    <ol className="list-decimal pl-5" start={Number(list.start) || 1}>
      {items}
    </ol>
  ) : (
    <ul className="list-disc pl-5">{items}</ul>
  )
}

/* biome-ignore-start lint/suspicious/noArrayIndexKey: cells have no other name */
const Table = ({ table }: { readonly table: Tokens.Table }) => (
  <div className="overflow-x-auto">
    <table className="border-collapse text-sm">
      <thead>
        <tr>
          {table.header.map((cell, index) => (
            <th key={index} className="border border-line px-2 py-1 text-left">
              <Inline tokens={cell.tokens} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column} className="border border-line px-2 py-1">
                <Inline tokens={cell.tokens} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
/* biome-ignore-end lint/suspicious/noArrayIndexKey: cells have no other name */
