// Secrets stay where they are covered, whatever a command does to the folders around them, and whoever moves them meanwhile.

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createTestProcessHost } from '../../../test/hosts/create-host.ts'
import { openPersistentIn, powersOfCall } from '../../../test/hosts/persistent-in.ts'
import { detectTestSandbox, runIn } from '../../../test/hosts/run-in.ts'
import { createTemporaryWorkspace, LATIN, LOOKALIKE } from '../../../test/hosts/temporary-workspace.ts'
import { LOOP, removeTooLong } from '../../../test/hosts/too-long-path.ts'

const sandbox = await detectTestSandbox()

const CARRIED = [
  ['.kube/config', '.kube'],
  ['.docker/config.json', '.docker'],
  ['a/.config/gh/hosts.yml', 'a/.config'],
  ['a/.config/gh/hosts.yml', 'a/.config/gh'],
  ['a/.config/gh/hosts.yml', 'a'],
  ['deploy/Secrets/db_password', 'deploy/Secrets'],
  ['deploy/secrets/db/password', 'deploy/secrets/db'],
  ['deep/server.key', 'deep'],
  ['node_modules/x/.KUBE/config', 'node_modules/x/.KUBE'],
] as const

describe.skipIf(sandbox.isolation === 'none')('a command that may write', () => {
  it.each(CARRIED)('cannot carry %s off with its folder %s', async (secret, folder) => {
    await using place = createTemporaryWorkspace({ [secret]: 'SECRET' })
    const script = [
      `mv ${folder} k`,
      `mv ${folder} $'k\\xe9'`,
      `python3 -c "import os; os.rename('${folder}', 'k')"`,
      `mkdir new; python3 -c "import ctypes; ctypes.CDLL(None).renameat2(-100, b'${folder}', -100, b'new', 2)"`,
    ]
    for (const line of script) await runIn({ ...place, sandbox })('bash', '-c', line)
    expect(readFileSync(place.at(secret), 'utf8')).toBe('SECRET')
    expect((await runIn({ ...place, sandbox })('grep', '-r', 'SECRET', '.')).stdout).toBe('')
  })

  it('still replaces whole packages that hold a key of their own', async () => {
    await using place = createTemporaryWorkspace({ 'node_modules/tls/test/a.pem': 'SECRET', 'node_modules/tls/index.js': '' })
    expect((await runIn({ ...place, sandbox })('mv', 'node_modules/tls', 'node_modules/.tls-old')).exitCode).toBe(0)
    expect((await runIn({ ...place, sandbox })('grep', '-r', 'SECRET', '.')).stdout).toBe('')
  })

  it('leaves a path that is too long, and the next commands work and see no secret', async () => {
    await using place = createTemporaryWorkspace({ '.env': 'SECRET', 'a.txt': 'FOUND' })
    const name = 'x'.repeat(200)
    await runIn({ ...place, sandbox })('bash', '-c', `${LOOP(name)}; echo SECRET > .env`)
    for (const risk of ['LOW', 'MEDIUM'] as const)
      expect((await runIn({ ...place, sandbox, risk })('grep', '-rhs', 'SECRET\\|FOUND', '.')).stdout).toBe('FOUND\n')
    removeTooLong(place.root, name)
  })
})

describe.skipIf(sandbox.isolation === 'none')('a command that only reads', () => {
  it('sees no secret in a folder whose name is no text', async () => {
    await using place = createTemporaryWorkspace({ [`${LOOKALIKE}/a.txt`]: 'other', [`${LATIN}/a.txt`]: 'FOUND' })
    for (const name of ['.env', `${LATIN}.pem`, '.kube/config']) place.file(`${LATIN}/${name}`, 'SECRET')
    const { stdout } = await runIn({ ...place, sandbox, risk: 'LOW' })('grep', '-rh', 'SECRET\\|FOUND', '.')
    expect(stdout).toBe('FOUND\n')
  })

  it('has its output withheld where a secret was carried off while it ran, and shows none of it', async () => {
    await using place = createTemporaryWorkspace({ '.kube/config': 'SECRET' })
    const shown: string[] = []
    const run = runIn({ ...place, sandbox, risk: 'LOW', onOutput: ({ data }) => void shown.push(data) })
    const running = run('bash', '-c', 'until [ -d k ]; do sleep 0.05; done; cat k/config')
    const refused = expect(running).rejects.toMatchObject({ code: 'FILE_CHANGED' })
    await new Promise((resolve) => setTimeout(resolve, 300))
    renameSync(place.at('.kube'), place.at('k'))
    await refused
    expect(shown).toEqual([])
  })

  it('has its output withheld where a secret came while it ran', async () => {
    await using place = createTemporaryWorkspace()
    const running = runIn({ ...place, sandbox, risk: 'LOW' })('bash', '-c', 'until [ -s .env ]; do sleep 0.05; done; cat .env')
    const refused = expect(running).rejects.toMatchObject({ code: 'FILE_CHANGED' })
    await new Promise((resolve) => setTimeout(resolve, 300))
    writeFileSync(place.at('.env'), 'SECRET')
    await refused
  })

  it('is told which folders it does not see, and starts in none of them', async () => {
    await using place = createTemporaryWorkspace({ '.env': 'SECRET', 'a.txt': 'FOUND' })
    for (let index = 0; index < 300; index++) place.file(`certs/${index}/server.key`, 'SECRET')
    const { stdout, stderr } = await runIn({ ...place, sandbox, risk: 'LOW' })('grep', '-rh', 'SECRET\\|FOUND', '.')
    expect(stdout).toBe('FOUND\n')
    expect(stderr).toContain('[countersign] Commands see no content of certs:')
    const host = createTestProcessHost({ ...place, sandbox, risk: 'MEDIUM', network: false, signal: new AbortController().signal })
    await expect(host.runShell({ line: 'pwd', cwd: 'certs/1', timeoutSeconds: 10 })).rejects.toMatchObject({ code: 'SENSITIVE_FILE' })
  })
})

describe.skipIf(sandbox.isolation === 'none')('where the topmost folder itself holds very many secrets', () => {
  it.each(['LOW', 'MEDIUM'] as const)('a command of %s risk sees the rest of it, and is told', async (risk) => {
    await using place = createTemporaryWorkspace({
      'src/a.txt': 'FOUND',
      'src/.env': 'SECRET',
      '.git/HEAD': '',
      '../b.txt': 'BESIDE',
      '.npmrc': 'SECRET',
    })
    for (let index = 0; index < 600; index++) place.file(`${index}/server.key`, 'SECRET')
    for (let index = 0; index < 600; index++) place.file(`${index}.pem`, 'SECRET')
    place.file('also/deep/a.txt')
    place.link('link', '../b.txt')
    const run = runIn({ ...place, sandbox, risk })
    const { stdout, stderr } = await run('grep', '-rh', 'SECRET\\|FOUND\\|BESIDE', '.')
    expect(stdout).toBe('FOUND\n')
    expect(stderr).toMatch(/Commands see only \d+ names of the topmost folder/)
    expect((await run('sh', '-c', 'echo x > new; echo x > 1.pem; mv src s')).exitCode).not.toBe(0)
    expect(existsSync(place.at('new'))).toBe(false)
    expect((await run('sh', '-c', 'echo x > src/new')).exitCode).toBe(risk === 'LOW' ? 2 : 0)
    const names = (await run('ls', '-A')).stdout.split('\n')
    expect(names).toEqual(expect.arrayContaining(['.git', 'also', 'src']))
    expect(names.filter((name) => name.endsWith('.pem') || name === 'link')).toEqual([])
  })
})

const MOVER = `
import os
while True:
    for one, other in (('deep', 'x'), ('dummy', 'deep'), ('deep', 'dummy'), ('x', 'deep')):
        try: os.rename(one, other)
        except OSError: pass
    open('deep/b.txt', 'w').close()
`

describe.skipIf(sandbox.isolation === 'none')('a process that goes on', () => {
  it('cannot move a secret from under the cover of another command', async () => {
    await using place = createTemporaryWorkspace({ 'deep/server.key': 'SECRET', 'dummy/server.key': 'dummy', 'mover.py': MOVER })
    await using persistent = await openPersistentIn({ ...place, dataDir: place.at('../data'), sandbox })
    await persistent.start({ processId: 'mover', line: 'python3 mover.py', cwd: '.' }, powersOfCall())
    await expect.poll(() => existsSync(place.at('deep/b.txt')), { timeout: 20_000 }).toBe(true)
    for (let round = 0; round < 5; round++) {
      const { stdout } = await runIn({ ...place, sandbox, risk: 'LOW' })('grep', '-rhs', 'SECRET', '.')
      expect(stdout).toBe('')
    }
    expect(readFileSync(place.at('deep/server.key'), 'utf8')).toBe('SECRET')
  })
})
