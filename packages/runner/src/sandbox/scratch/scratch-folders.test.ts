// The `/tmp` of a session, with real commands: who shares it, what it keeps, and what a command can plant in it.

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Risk, SessionId } from '@countersign/protocol'
import { describe, expect, it } from 'vitest'
import { createTestProcessHost } from '../../../test/hosts/create-host.ts'
import { detectTestSandbox } from '../../../test/hosts/run-in.ts'
import { createTemporaryWorkspace } from '../../../test/hosts/temporary-workspace.ts'
import { createScratchHost } from '../../hosts/scratch/scratch-host.ts'
import { monotonic } from '../../link/clocks.ts'
import type { ScratchLimits } from './measure-scratch.ts'
import { openScratchFolders, type ScratchFolders } from './scratch-folders.ts'

const sandbox = await detectTestSandbox()
if (sandbox.reason && process.env.CI) throw new Error(sandbox.reason)

const [ADA, BOB] = ['0198c0de-0000-7000-8000-00000000000a', '0198c0de-0000-7000-8000-00000000000b'] as SessionId[] as [SessionId, SessionId]
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

interface Place extends AsyncDisposable {
  readonly root: string
  readonly data: string
  readonly folders: ScratchFolders
  run(
    line: string,
    given?: { session?: SessionId; risk?: Risk; seconds?: number },
  ): Promise<{ stdout: string; stderr: string; exitCode: number }>
}

interface PlaceOptions {
  /** Where the folder of the workspace is made: in the machine's `/tmp` or elsewhere. */
  readonly folder?: string
  /** The workspace itself is a name in `/tmp`, with no folder on the way to it. */
  readonly isTop?: boolean
  readonly limits?: ScratchLimits
}

async function openPlace({ folder = tmpdir(), isTop = false, limits }: PlaceOptions = {}): Promise<Place> {
  const workspace = createTemporaryWorkspace({ 'a.txt': 'one\n', '.env': 'SECRET=1\n' }, folder)
  const data = join(workspace.root, '../data')
  const root = isTop ? mkdtempSync('/tmp/countersign-test-') : workspace.root
  if (isTop) cpSync(workspace.root, root, { recursive: true })
  const folders = await openScratchFolders({ folder: data, logger: SILENT, clock: monotonic, ...(limits && { limits }) })
  return {
    root,
    data,
    folders,
    run(line, { session = ADA, risk = 'LOW', seconds = 20 } = {}) {
      const { signal } = new AbortController()
      const place = { sandbox, root, risk, network: false, signal, openScratch: folders.use.bind(folders, session) }
      return createTestProcessHost(place).runShell({ line, cwd: '.', timeoutSeconds: seconds })
    },
    [Symbol.asyncDispose]: async () => {
      await folders[Symbol.asyncDispose]()
      await workspace[Symbol.asyncDispose]()
      if (isTop) rmSync(root, { recursive: true })
    },
  }
}

const OTHER_DISK = '/var/tmp'

describe.skipIf(sandbox.isolation === 'none').each<[string, PlaceOptions]>([
  ['in a folder of /tmp', {}],
  ['that is itself a name in /tmp', { isTop: true }],
  ['elsewhere', { folder: OTHER_DISK }],
])('with a workspace %s', (_, where) => {
  it('what one command of a session leaves in /tmp the next one finds, and no other session', async () => {
    await using place = await openPlace(where)
    await place.run('echo kept > /tmp/a; mkdir /tmp/d')
    expect(await place.run('cat /tmp/a; ls -d /tmp/d; cat a.txt')).toMatchObject({ stdout: 'kept\n/tmp/d\none\n', exitCode: 0 })
    expect(await place.run('cat /tmp/a', { risk: 'MEDIUM' })).toMatchObject({ stdout: 'kept\n' })
    expect(await place.run('cat /tmp/a', { session: BOB })).toMatchObject({ stdout: '', exitCode: 1 })
  })

  it.each([
    'echo x > made.txt',
    'echo x >> a.txt',
    'rm a.txt',
    'touch /home/user/x',
    'touch /x',
    'touch /run/x',
    'touch /dev/shm/x',
    'mkdir /tmp/../x',
    'ln a.txt /tmp/hard',
    'mv a.txt /tmp/',
  ])('a line that is LOW cannot: %s', async (line) => {
    await using place = await openPlace(where)
    expect((await place.run(line)).exitCode).not.toBe(0)
    expect(readdirSync(place.root).sort()).toEqual(['.env', 'a.txt'])
  })

  it.each([
    ['a here-document', 'cat <<X\none\nX', 'one\n'],
    ['a long here-document', `wc -c <<X\n${'x'.repeat(100_000)}\nX`, '100001\n'],
    ['several lines', 'for f in *.txt; do\n  echo "$f"\ndone\ncat < a.txt', 'a.txt\none\n'],
    ['a pipe to /dev/null', 'ls nothing 2>/dev/null; echo done', 'done\n'],
    ['a process substitution', 'diff <(echo a) <(echo a) && echo same', 'same\n'],
    ['awk, which is an alternative', `awk '{print $1}' a.txt`, 'one\n'],
    ['a secret', 'cat .env | wc -c', '0\n'],
  ])('a line that is LOW has %s', async (_title, line, stdout) => {
    await using place = await openPlace(where)
    expect(await place.run(line)).toMatchObject({ stdout, exitCode: 0 })
  })

  it('a command that may write changes the workspace, and no folder on the way to it', async () => {
    await using place = await openPlace(where)
    expect(await place.run('echo two > b.txt; rm a.txt', { risk: 'MEDIUM' })).toMatchObject({ stderr: '', exitCode: 0 })
    expect(readdirSync(place.root).sort()).toEqual(['.env', 'b.txt'])
    expect((await place.run('touch "$(dirname "$PWD")/x"', { risk: 'MEDIUM' })).exitCode).toBe(where.isTop ? 0 : 1)
  })

  it('no name on the way to the workspace can be moved or become a link', async () => {
    await using place = await openPlace(where)
    const top = place.root.split('/').slice(0, 3).join('/')
    const rename = `python3 -c 'import os; os.rename("${top}", "/tmp/away")'`
    await place.run(`${rename}; rmdir ${top}; ln -sfn /etc ${top}; ln -s /etc ${top}`, { risk: 'MEDIUM' })
    expect(await place.run('cat a.txt')).toMatchObject({ stdout: 'one\n', exitCode: 0 })
  })
})

describe.skipIf(sandbox.isolation === 'none')('the folder of a session', () => {
  it('is private, gone with its session, and gone at the next start', async () => {
    await using place = await openPlace()
    await place.run('mkdir -p /tmp/d && echo x > /tmp/d/x && chmod 0 /tmp/d')
    const folder = place.folders.find(ADA) as string
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(place.folders.sessions()).toEqual([ADA])
    place.folders.end([ADA])
    expect(existsSync(folder)).toBe(false)
    await place.run('echo x > /tmp/x', { session: BOB })
    const left = place.folders.find(BOB) as string
    await using next = await openScratchFolders({ folder: place.data, logger: SILENT, clock: monotonic })
    expect(existsSync(left)).toBe(false)
    expect(next.sessions()).toEqual([])
    mkdirSync(left)
  })

  it('stays while a command uses it', async () => {
    await using place = await openPlace()
    const running = place.run('echo x > /tmp/x; sleep 0.6; cat /tmp/x')
    await new Promise((resolve) => setTimeout(resolve, 300))
    place.folders.end([ADA])
    expect(await running).toMatchObject({ stdout: 'x\n' })
    expect(readdirSync(place.data).filter((name) => !name.startsWith('removed-'))).toEqual([])
  })

  it('ends a command that fills it, says so, and is empty afterwards', async () => {
    await using place = await openPlace({ limits: { maxBytes: 4 * 1024 * 1024, maxEntries: 100 } })
    const { stderr } = await place.run('yes > /tmp/big', { seconds: 10 })
    expect(stderr).toMatch(/The command was ended: its \/tmp held more than/)
    expect(await place.run('ls /tmp')).toMatchObject({ stdout: expect.not.stringContaining('big'), exitCode: 0 })
  })

  it.each([
    ['many names', 'mkdir /tmp/m; cd /tmp/m; touch $(seq 200)'],
    ['much at once', 'head -c 9000000 /dev/zero > /tmp/x'],
  ])('says so of a short command that leaves %s', async (_title, line) => {
    await using place = await openPlace({ limits: { maxBytes: 4 * 1024 * 1024, maxEntries: 100 } })
    expect(await place.run(line)).toMatchObject({ stderr: expect.stringMatching(/\/tmp held more than/) })
    expect((await place.run('ls /tmp')).stdout).not.toMatch(/^[mx]$/m)
  })

  it('leaves a repository that is a name in /tmp to the workspace that is a worktree of it', async () => {
    await using place = await openPlace({ folder: OTHER_DISK })
    const bare = mkdtempSync('/tmp/countersign-test-')
    const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-C', bare, ...args])
    try {
      git('init', '-q', '--bare')
      const tree = git('write-tree').toString().trim()
      git('update-ref', 'HEAD', git('commit-tree', tree, '-m', 'first').toString().trim())
      rmSync(place.root, { recursive: true })
      git('worktree', 'add', '-q', '-b', 'work', place.root)
      expect(await place.run('echo x > x; git add x; git status --short', { risk: 'MEDIUM' })).toMatchObject({
        stdout: 'A  x\n',
        stderr: '',
      })
    } finally {
      rmSync(bare, { recursive: true })
    }
  })

  it('is not filled through a link, and removing it follows none', async () => {
    await using place = await openPlace()
    const outside = mkdtempSync(join(realpathSync(tmpdir()), 'countersign-outside-'))
    try {
      await place.run(`ln -s ${outside} /tmp/out; ln -s ${outside}/x /tmp/file; echo x > /tmp/file; echo x > /tmp/out/y`)
      symlinkSync(outside, join(place.folders.find(ADA) as string, 'planted'))
      place.folders.end([ADA])
      await place.folders[Symbol.asyncDispose]()
      expect(readdirSync(outside)).toEqual([])
    } finally {
      rmSync(outside, { recursive: true })
    }
  })

  it('shows a text of it to whoever is asked, and nothing that lies elsewhere', async () => {
    await using place = await openPlace()
    await place.run(
      'printf "echo hi" > /tmp/x.sh; ln -s x.sh /tmp/in; ln -s /etc/passwd /tmp/out; mkfifo /tmp/pipe; mkdir /tmp/d; printf "\\377" > /tmp/bad',
    )
    const host = createScratchHost(place.folders.find(ADA))
    expect(await host.readText('/tmp/x.sh')).toBe('echo hi')
    expect(await host.readText('/tmp/in')).toBe('echo hi')
    expect(Object.keys(host.seen())).toEqual(['/tmp/x.sh', '/tmp/in'])
    const refused = { out: 'FILE_NOT_FOUND', pipe: 'INVALID_PATH', d: 'INVALID_PATH', bad: 'ENCODING_ERROR', '../x': 'INVALID_PATH' }
    for (const [name, code] of Object.entries(refused)) await expect(host.readText(`/tmp/${name}`), name).rejects.toMatchObject({ code })
    await expect(host.readText('/etc/passwd')).rejects.toMatchObject({ code: 'INVALID_PATH' })
    await expect(createScratchHost(undefined).readText('/tmp/x.sh')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
  })
})
