import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { createShellGrammar } from './index.ts'

const grammar = createShellGrammar()

describe('the grammar of the shell', () => {
  test('is loaded once', async () => {
    expect(await grammar.load()).toBe(await grammar.load())
  })

  test('is read from the files that it is given', async () => {
    const missing = createShellGrammar({ bash: '/nowhere/tree-sitter-bash.wasm' })
    await expect(missing.load()).rejects.toThrow('could not be loaded')
    const { resolve } = createRequire(import.meta.url)
    const files = { bash: resolve('tree-sitter-bash/tree-sitter-bash.wasm'), parser: resolve('web-tree-sitter/web-tree-sitter.wasm') }
    expect((await createShellGrammar(files).load())('ls')?.type).toBe('program')
  })

  test('gives a tree of plain values with places in the line', async () => {
    const parse = await grammar.load()
    const root = parse('ls é“; cat x')
    expect(root).toMatchObject({ type: 'program', hasError: false, startIndex: 0, endIndex: 12 })
    expect(root?.children.map((child) => child?.text)).toEqual(['ls é“', ';', 'cat x'])
    parse('pwd')
    expect(structuredClone(root)).toEqual(root)
  })

  test('says where a line is no shell line', async () => {
    const parse = await grammar.load()
    expect(parse('ls "')?.hasError).toBe(true)
  })

  test('gives up a line that takes too long, and reads the next one from its beginning', async () => {
    const parse = await grammar.load()
    const began = performance.now()
    expect(parse('a=('.repeat(3_333))).toBeNull()
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(parse('ls -la')?.children.map((child) => child?.text)).toEqual(['ls -la'])
  })

  test('keeps no tree in memory', async () => {
    const parse = await grammar.load()
    const line = 'cat a b c | wc -l && ls '.repeat(20)
    const parseMany = () => {
      for (let i = 0; i < 1_000; i++) parse(`${line}${i}`)
      return process.memoryUsage().external + process.memoryUsage().rss
    }
    parseMany()
    const before = parseMany()
    // A tree of this line has about 100 KB: kept, a thousand of them would show.
    expect(parseMany() - before).toBeLessThan(50 * 1024 * 1024)
  })
})
