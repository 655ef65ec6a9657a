import { lexer } from 'marked'
import { describe, expect, test } from 'vitest'
import { type ReadText, readBlocks } from './read-blocks.ts'

const TEXTS = {
  prose: '# A plan\n\nFirst **bold**, then `code`.\nThe same paragraph.\n\nAnother one\n===\n\n---\n\nThe last.\n',
  lists: '- one\n- two\n\n  still two\n\n  - inner\n\n    deep\n\n\nnot a list\n\n1. a\n\n2. b\n   c\n- [x] done\n',
  code: 'Before:\n\n```js\nconst a = 1\n\n\nconst b = `# no heading`\n```\n\n    indented\n\n    again\n\n~~~\nnever closed\n',
  tables: 'Words\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\nbehind | it\n',
  quotes: '> one\nlazy\n\n> two\n>\n> - x\n\n<div>\nno html\n</div>\n\ntext\n\n\n\n\n\nfar\n',
  links: 'See [one] and [two][1].\n\nMore [one].\n\n[one]: https://a.example\n\n[1]: https://b.example "t"\n\nAgain [one].\n',
  languages: 'Привет **мир**\n\n你好\n\n🙂 [x](https://e.example)\n\n\t- tab\n',
}

/** As a model writes it, some characters at a time. */
function written(text: string, step: number): ReadText {
  let read: ReadText | undefined
  for (let end = 0; end < text.length + step; end += step) read = readBlocks(text.slice(0, end), read)
  return read as ReadText
}

describe('a text that is being written', () => {
  test.each(Object.entries(TEXTS))('is read as the whole of it is: %s', (_, text) => {
    for (const step of [1, 2, 3, 7]) expect(written(text, step).blocks).toEqual([...lexer(text)])
  })

  test('keeps the blocks that are settled as they are', () => {
    const before = readBlocks('one\n\ntwo\n\nthree\n\nfour')
    const { blocks } = readBlocks('one\n\ntwo\n\nthree\n\nfour and more', before)
    expect(blocks[0]).toBe(before.blocks[0])
    expect(blocks[2]).toBe(before.blocks[2])
    expect(blocks.at(-1)?.raw).toBe('four and more')
  })

  test('is read again where it does not go on from what was there', () => {
    const before = readBlocks('one\n\ntwo\n\nthree\n\nfour')
    expect(readBlocks('other\n\ntwo\n\nthree\n\nfour', before).blocks[0]?.raw).toBe('other')
    expect(readBlocks('one', before).blocks).toHaveLength(1)
    expect(readBlocks(before.text, before)).toBe(before)
  })
})
