// Reading and listing: LOW, without approval, only inside the workspace, never a sensitive file.
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import { scenario } from '../scenario.ts'
import { sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld({
  files: {
    '.env': 'TOKEN=1\n',
    '.env.example': 'TOKEN=\n',
    'workspace/README.md': 'an ordinary name\n',
    'environment.ts': 'export {}\n',
    'docs/credentials.md': '# how to\n',
    'a..b.txt': 'a name\n',
    'lines.txt': 'one\ntwo\nthree\nfour\n',
    'tree/.gitignore': 'built/\n',
    'tree/a.ts': '',
    'tree/b.js': '',
    'tree/deep/c.ts': '',
    'tree/built/d.ts': '',
    'tree/.hidden.ts': '',
  },
})

const MAKE_FIFO = 'mkfifo'

const read = (path: string) => world().agent.call('read_file', { path })
const list = async (params: object) => (await world().agent.call('list_directory', params)).result as Listing

interface Listing {
  readonly files: {
    readonly name: string
    readonly path: string
    readonly type: string
    readonly size: number
    readonly modified: string
  }[]
  readonly total_count: number
  readonly truncated: boolean
}

scenario(
  'an agent reads a file and nobody is asked',
  {
    verifies: [
      'tools.read',
      'tools.read.low',
      'tools.success',
      'risk.low.reads',
      'access.agent-calls',
      'paths.relative',
      'executions.low-skips',
      'rest.execute',
      'rest.wait-end',
    ],
  },
  async () => {
    const call = await read('src/main.py')
    expect(call).toMatchObject({ tool_name: 'read_file', status: 'completed' })
    expect(call.result).toEqual({ success: true, content: 'print("main")\n', encoding: 'utf-8', size: 14, lines: 1, truncated: false })
    const record = await world().agent.see(call.tool_id)
    const cleared = { cleared_by: { kind: 'rule' }, approved_at: expect.any(String) }
    expect(record).toMatchObject({ risk_level: 'LOW', requires_approval: false, ...cleared })
  },
)

scenario('a tool answers to its aliases', { verifies: ['tools.aliases'] }, async () => {
  expect(await world().agent.call('tool_read_file', { path: 'README.md' })).toMatchObject({ tool_name: 'read_file', status: 'completed' })
  expect(await world().agent.call('tool_list_directory', { path: '.' })).toMatchObject({ tool_name: 'list_directory', status: 'completed' })
  expect(await world().agent.call('tool_execute_command', { command: 'pwd' })).toMatchObject({
    tool_name: 'execute_command',
    status: 'completed',
  })
})

scenario('a part of a long file is read by lines', { verifies: ['tools.read.pages'] }, async () => {
  const { result } = await world().agent.call('read_file', { path: 'lines.txt', offset: 1, limit: 2 })
  expect(result).toMatchObject({ content: 'two\nthree\n', lines: 4, truncated: true })
})

scenario('an image comes as base64', { verifies: ['tools.read.base64'] }, async () => {
  await world().workspace.write('dot.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff]))
  expect((await read('dot.png')).result).toMatchObject({ encoding: 'base64', content: 'iVBOR/8=', size: 5 })
})

scenario('what is not UTF-8 is refused', { verifies: ['paths.utf-8'] }, async () => {
  await world().workspace.write('latin.txt', new Uint8Array([0x63, 0x61, 0x66, 0xe9]))
  expect(await read('latin.txt')).toMatchObject({ status: 'failed', error_code: 'ENCODING_ERROR' })
})

scenario('a file that is not there fails in words', { verifies: ['commands.failed'] }, async () => {
  const call = await read('src/missing.ts')
  expect(call).toMatchObject({ status: 'failed', error_code: 'FILE_NOT_FOUND' })
  expect(call.error).toMatch(/^File not found/)
})

scenario(
  'a path that leads outside is refused and on record',
  { verifies: ['paths.dot-dot', 'paths.absolute', 'paths.no-decoding', 'executions.recorded-first'] },
  async () => {
    for (const path of ['../secret.txt', 'src/../../x', 'src/../README.md', '/etc/passwd', 'C:\\x', '\\\\host\\share', '~/.bashrc']) {
      const call = await read(path)
      expect(call, path).toMatchObject({ status: 'failed', error_code: 'PATH_OUTSIDE_WORKSPACE' })
      expect(call.error).toMatch(/^Path outside workspace/)
      expect(await world().agent.see(call.tool_id)).toMatchObject({ status: 'failed', error_code: 'PATH_OUTSIDE_WORKSPACE' })
    }
    expect(await read('a..b.txt')).toMatchObject({ status: 'completed' })
    expect(await read('%2e%2e/secret.txt')).toMatchObject({ status: 'failed', error_code: 'FILE_NOT_FOUND' })
  },
)

scenario(
  'a path that is no path is refused',
  { verifies: ['paths.empty', 'paths.nul', 'paths.invisible', 'paths.stream', 'paths.device', 'paths.length'] },
  async () => {
    for (const path of ['', 'a\0b', 'a\u0007b', 'a\u200bb', 'notes.txt:hidden', 'aux', 'x'.repeat(256)]) {
      expect(await read(path), JSON.stringify(path)).toMatchObject({ status: 'failed', error_code: 'INVALID_PATH' })
    }
  },
)

scenario('a leading workspace/ is an ordinary name', { verifies: ['settled.workspace-name'] }, async () => {
  expect((await read('workspace/README.md')).result).toMatchObject({ content: 'an ordinary name\n' })
})

scenario(
  'a sensitive file is not read, its look-alikes are',
  {
    verifies: ['paths.sensitive-read', 'paths.env-examples', 'paths.git-folder', 'paths.own-folder', 'paths.folding', 'paths.look-alikes'],
  },
  async () => {
    for (const path of ['.env', '.ENV', '.env.production', 'id_rsa', 'server.pem', '.git/config', '.countersign/x', '.\uff45nv']) {
      expect(await read(path), path).toMatchObject({ status: 'failed', error_code: 'SENSITIVE_FILE' })
    }
    for (const path of ['.env.example', 'environment.ts', 'docs/credentials.md'])
      expect(await read(path), path).toMatchObject({ status: 'completed' })
  },
)

scenario(
  'a link out of the workspace or to a sensitive file is refused',
  { verifies: ['paths.links-out', 'paths.resolved-name'] },
  async () => {
    const { workspace, data } = world()
    writeFileSync(data.at('outside.txt'), 'outside\n')
    symlinkSync(data.at('outside.txt'), workspace.at('way-out.txt'))
    symlinkSync(data.path, workspace.at('folder-out'))
    symlinkSync('.env', workspace.at('harmless.txt'))
    expect(await read('way-out.txt')).toMatchObject({ status: 'failed', error_code: 'PATH_OUTSIDE_WORKSPACE' })
    expect(await read('folder-out/outside.txt')).toMatchObject({ status: 'failed', error_code: 'PATH_OUTSIDE_WORKSPACE' })
    expect(await read('harmless.txt')).toMatchObject({ status: 'failed', error_code: 'SENSITIVE_FILE' })
  },
)

scenario('a FIFO is refused without waiting for a writer', { verifies: ['paths.regular-only'] }, async () => {
  execFileSync(MAKE_FIFO, [world().workspace.at('pipe.txt')])
  expect(await read('pipe.txt')).toMatchObject({ status: 'failed' })
})

scenario('a folder is listed with what each entry is', { verifies: ['tools.list', 'tools.list.low', 'paths.list-hidden'] }, async () => {
  const { files, total_count, truncated } = await list({ path: 'tree' })
  expect(files.map(({ path }) => path).sort()).toEqual(['tree/a.ts', 'tree/b.js', 'tree/built', 'tree/deep'])
  expect(files.find(({ name }) => name === 'deep')).toMatchObject({ type: 'directory' })
  expect(files.find(({ name }) => name === 'a.ts')).toMatchObject({ type: 'file', size: 0, modified: expect.stringMatching(/Z$/) })
  expect({ total_count, truncated }).toEqual({ total_count: 4, truncated: false })
})

scenario(
  'a listing goes by pattern, depth and .gitignore',
  { verifies: ['tools.list.recursive', 'tools.list.pattern', 'paths.list-ignored'] },
  async () => {
    const names = async (params: object) => (await list({ path: 'tree', ...params })).files.map(({ path }) => path).sort()
    expect(await names({ recursive: true, pattern: '*.ts' })).toEqual(['tree/a.ts', 'tree/deep/c.ts'])
    expect(await names({ recursive: true, pattern: '*.ts', ignored: true })).toEqual(['tree/a.ts', 'tree/built/d.ts', 'tree/deep/c.ts'])
    expect(await names({ pattern: '.*' })).toContain('tree/.hidden.ts')
  },
)

scenario('a listing gives at most 1,000 entries and the true count', { verifies: ['paths.list-limit'] }, async () => {
  mkdirSync(world().workspace.at('many'))
  for (let i = 0; i < 1_005; i++) writeFileSync(world().workspace.at(`many/${i}.txt`), '')
  const { files, total_count, truncated } = await list({ path: 'many' })
  expect({ listed: files.length, total_count, truncated }).toEqual({ listed: 1_000, total_count: 1_005, truncated: true })
})

scenario('a folder that is no repository has no status', { verifies: ['errors.every-code'] }, async () => {
  const refused = await world().agent.call('git.status', {})
  expect(refused).toMatchObject({ status: 'failed', error_code: 'GIT_NOT_INITIALIZED', advice: expect.stringContaining('git init') })
})

scenario(
  'an unknown tool and unknown parameters are refused',
  { verifies: ['tools.unknown-tool', 'tools.unknown-parameters'] },
  async () => {
    const unknown = await world().agent.call('format_disk', {})
    expect(unknown).toMatchObject({ status: 'failed', error_code: 'TOOL_NOT_FOUND', error: expect.stringMatching(/^Tool not found/) })
    const strange = await world().agent.call('read_file', { path: 'README.md', user_id: 'somebody' })
    expect(strange).toMatchObject({ status: 'failed', error_code: 'INVALID_ARGUMENTS' })
  },
)
