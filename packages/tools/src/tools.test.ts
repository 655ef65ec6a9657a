// The texts of the tools. What they do on a real disk is covered by the contract test.
import { inEnglish, LIMITS } from '@countersign/protocol'
import { describe, expect, it } from 'vitest'
import { executeCommand, findTool, listDirectory, listFiles, readFile, type WorkspaceReader, writeFile } from './index.ts'

const { signal } = new AbortController()

function workspaceWith(bytes: Uint8Array): { workspace: WorkspaceReader; signal: AbortSignal } {
  const content = { bytes, size: bytes.length }
  return {
    signal,
    workspace: {
      read: async () => content,
      readIfPresent: async () => content,
      list: async () => ({ entries: [], total: 0 }),
      search: async () => ({ matches: [], total: 0 }),
    },
  }
}

describe('read_file', () => {
  const read = (text: string | Uint8Array, input: { path?: string; offset?: number; limit?: number } = {}) =>
    readFile.run({ path: 'a.txt', ...input }, workspaceWith(typeof text === 'string' ? new TextEncoder().encode(text) : text))

  it('gives the whole text unless it is asked for lines', async () => {
    expect(await read('\ufeffa\r\nb')).toEqual({
      success: true,
      content: '\ufeffa\r\nb',
      encoding: 'utf-8',
      size: 7,
      lines: 2,
      truncated: false,
    })
    expect(await read('a\nb\nc\n', { offset: 1, limit: 1 })).toMatchObject({ content: 'b\n', lines: 3, truncated: true })
    expect(await read('a\nb\nc\n', { offset: 2, limit: 1 })).toMatchObject({ content: 'c\n', truncated: false })
    expect(await read('a\nb\nc\n', { offset: 1 })).toMatchObject({ content: 'b\nc\n', truncated: false })
    expect(await read('a\n', { offset: 9 })).toMatchObject({ content: '', truncated: false })
  })

  it.each(['x.pdf', 'x.PNG', 'x.jpeg', 'x.jpg', 'x.gif', 'x.webp', 'x.bmp', 'x.ico'])('gives %s as base64', async (path) => {
    expect(await read(Uint8Array.of(255, 0), { path })).toEqual({
      success: true,
      content: '/wA=',
      encoding: 'base64',
      size: 2,
      lines: 0,
      truncated: false,
    })
  })

  it('gives as base64 what fits into a body, and refuses more in words', async () => {
    const most = 75 * 1024 * 1024
    expect(await read(new Uint8Array(most), { path: 'a.pdf' })).toMatchObject({ size: most, encoding: 'base64', truncated: false })
    await expect(read(new Uint8Array(most + 1), { path: 'a.pdf' })).rejects.toThrow(
      /^File too large: a\.pdf \(78643201 bytes; as base64 at most/,
    )
  })

  it('refuses other bytes', async () => {
    await expect(read(Uint8Array.of(255, 0))).rejects.toMatchObject({ code: 'ENCODING_ERROR' })
  })

  it('tells a model how to read on', async () => {
    const long = 'x\n'.repeat(5_000)
    expect(readFile.report(await outputOf(long), { path: 'a.txt' })).toMatch(
      /\[Lines 1 to 2000 of 5000 of a\.txt\. To read on: offset 2000\.\]$/,
    )
    const part = readFile.output.parse(await read(long, { offset: 4_000, limit: 500 }))
    expect(readFile.report(part, { path: 'a.txt', offset: 4_000, limit: 500 })).toMatch(/\[Lines 4001 to 4500 of 5000/)
    expect(readFile.report(await outputOf('x'.repeat(100_000)), { path: 'a.txt' })).toMatch(/Line 1 of a\.txt is too long/)
    expect(readFile.report(await outputOf('short\n'), { path: 'a.txt' })).toBe('short\n')
    expect(readFile.report(await outputOf(''), { path: 'a.txt' })).toBe('a.txt is empty.')
    expect(readFile.report(readFile.output.parse(await read('a\n', { offset: 5 })), { path: 'a.txt', offset: 5 })).toBe(
      'a.txt has only 1 lines.',
    )
    expect(readFile.report(readFile.output.parse(await read(Uint8Array.of(1), { path: 'a.png' })), { path: 'a.png' })).toMatch(
      /is not text/,
    )
  })

  const outputOf = async (text: string) => readFile.output.parse(await read(text))
})

describe('write_file', () => {
  it('asks in words made from the parameters', () => {
    expect(inEnglish(writeFile.ask({ path: './notes.md', content: '', mode: 'write' }))).toBe('Write notes.md')
    expect(inEnglish(writeFile.ask({ path: 'notes.md', content: '', mode: 'append' }))).toBe('Append to notes.md')
  })

  it('reports what happened', () => {
    const output = { success: true as const, path: 'a.md', size: 5, bytes_written: 1, created: false, created_directories: [] }
    expect(writeFile.report(output, { path: 'a.md', content: '', mode: 'append' })).toBe('Appended 1 byte to a.md, which now has 5 bytes.')
    expect(writeFile.report({ ...output, created: true }, { path: 'a.md', content: '', mode: 'write' })).toBe('Created a.md (5 bytes).')
    expect(writeFile.report(output, { path: 'a.md', content: '', mode: 'write' })).toBe('Replaced a.md (5 bytes).')
  })

  it('appends to text only, and never beyond the limit', async () => {
    const writer = (bytes: Uint8Array) => ({
      ...workspaceWith(bytes).workspace,
      write: async () => ({ size: 0, created: false, createdDirectories: [] }),
    })
    const call = { path: 'a.md', content: 'x', mode: 'append' as const }
    const preview = (bytes: Uint8Array) => writeFile.preview?.(call, { workspace: writer(bytes), signal })
    await expect(preview(Uint8Array.of(255))).rejects.toMatchObject({ code: 'ENCODING_ERROR' })
    await expect(preview(new Uint8Array(100 * 1024 * 1024))).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' })
    expect(await preview(new TextEncoder().encode('a\n'))).toMatchObject({ files: [{ size_before: 2, size_after: 3 }] })
  })
})

describe('list_directory', () => {
  const entry = (path: string, type: 'file' | 'directory' = 'file') => ({
    name: path,
    path,
    type,
    size: 0,
    modified: '2026-01-01T00:00:00.000Z',
  })
  const input = listDirectory.input.parse({ path: '' })

  it('reports names, folders marked, and how many there are', () => {
    const files = [entry('src', 'directory'), entry('a.md')]
    expect(listDirectory.report({ success: true, files, total_count: 2, truncated: false }, input)).toBe('src/\na.md\n')
    expect(listDirectory.report({ success: true, files, total_count: 9, truncated: true }, input)).toMatch(
      /\[2 of 9 entries\. To see others/,
    )
    expect(listDirectory.report({ success: true, files: [], total_count: 0, truncated: false }, input)).toBe(
      'Nothing in the workspace matches.',
    )
  })

  it('asks for one level or all', () => {
    expect(inEnglish(listDirectory.ask(input))).toBe('List the workspace')
    expect(inEnglish(listDirectory.ask({ ...input, path: 'src', recursive: true }))).toBe('List src and all folders in it')
  })
})

describe('list_files', () => {
  const entry = (path: string, type: 'file' | 'directory' = 'file') => ({
    name: path.split('/').at(-1) as string,
    path,
    type,
    size: 0,
    modified: '2026-01-01T00:00:00.000Z',
  })
  const run = (entries: ReturnType<typeof entry>[], recursive = true, total = 9) => {
    const { workspace } = workspaceWith(new Uint8Array())
    return listFiles.run(listFiles.input.parse({ path: '.', recursive }), {
      signal,
      workspace: { ...workspace, list: async () => ({ entries, total }) },
    })
  }

  it('puts what lies in a folder below it', async () => {
    const { files, total_count, truncated } = listFiles.output.parse(
      await run([entry('a', 'directory'), entry('a/b', 'directory'), entry('a/b/c.ts'), entry('a/d.ts'), entry('a-e.ts')]),
    )
    expect(files).toMatchObject([
      { path: 'a', children: [{ path: 'a/b', children: [{ path: 'a/b/c.ts' }] }, { path: 'a/d.ts' }] },
      { path: 'a-e.ts' },
    ])
    expect([total_count, truncated]).toEqual([9, true])
  })

  it('keeps what lies in a folder that the pattern left out', async () => {
    const { files } = await run([entry('a/b', 'directory'), entry('a/b/c/d.ts'), entry('e/f.ts')])
    expect(files).toMatchObject([{ path: 'a/b', children: [{ path: 'a/b/c/d.ts' }] }, { path: 'e/f.ts' }])
  })

  it('says nothing of what lies deeper where it does not look there', async () => {
    const { files } = await run([entry('a', 'directory')], false)
    expect(files).toEqual([entry('a', 'directory')])
  })

  it('leaves out what lies too deep for a reader of the tree, and says that it did', async () => {
    const paths = Array.from({ length: 990 }, (_, depth) =>
      Array(depth + 1)
        .fill('a')
        .join('/'),
    )
    const deep = await run([...paths.map((path) => entry(path, 'directory')), entry('b.ts')], true, 991)
    const { files, truncated } = listFiles.output.parse(deep)
    expect(files.map(({ path }) => path)).toEqual(['a', 'b.ts'])
    expect(truncated).toBe(true)
    const told = listFiles.report(listFiles.output.parse(deep), listFiles.input.parse({ path: '.' }))
    expect(told).toContain(`[${LIMITS.maxTreeDepth + 1} of 991 entries`)
  })

  it('reports every name once, in order', async () => {
    const output = listFiles.output.parse(await run([entry('a', 'directory'), entry('a/b.ts'), entry('c.ts')]))
    expect(listFiles.report(output, listFiles.input.parse({ path: '.' }))).toMatch(/^a\/\na\/b\.ts\nc\.ts\n\[3 of 9 entries/)
    expect(inEnglish(listFiles.ask(listFiles.input.parse({ path: 'src', recursive: true })))).toBe('List src as a tree')
  })
})

describe('execute_command', () => {
  const input = executeCommand.input.parse({ command: 'npm', args: ['install', 'express'] })
  const output = {
    success: true,
    stdout: 'out\n',
    stderr: '',
    exit_code: 0,
    execution_time: 1,
    truncated: false,
    isolation: 'sandbox' as const,
  }

  it('asks and shows the exact command', () => {
    expect(inEnglish(executeCommand.ask(input))).toBe('Run npm install express')
    expect(executeCommand.show?.(input, { isolation: 'none', network: true })).toEqual({
      kind: 'command',
      command: 'npm',
      args: ['install', 'express'],
      cwd: '.',
      timeout_seconds: 30,
      isolation: 'none',
      network: true,
    })
  })

  it('reports output, errors, the exit code and what was left out', () => {
    expect(executeCommand.report(output, input)).toBe('out\n')
    expect(executeCommand.report({ ...output, stdout: '' }, input)).toBe('npm printed nothing and ended well.')
    expect(executeCommand.report({ ...output, stderr: 'bad\n', exit_code: 2 }, input)).toBe(
      'npm ended with exit code 2.\nout\n\n[stderr]\nbad\n',
    )
    expect(executeCommand.report({ ...output, stdout: 'x\n'.repeat(9_000) }, input)).toMatch(
      /characters left out[\s\S]+To see less at once/,
    )
  })

  it.each([{ timeout: 0 }, { timeout: 301 }, { timeout: '5' }, { args: 'x' }, { args: [1] }, { command: '' }])('refuses %j', (change) => {
    expect(executeCommand.input.safeParse({ command: 'ls', ...change }).success).toBe(false)
  })
})

it('a tool is found by its name and its alias, and by nothing else', () => {
  expect(findTool('tool_read_file')).toBe(readFile)
  expect(findTool('READ_FILE')).toBeUndefined()
})
