import { chmodSync, copyFileSync, linkSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { detectTestSandbox, runIn } from '../../test/hosts/run-in.ts'
import { createTemporaryWorkspace } from '../../test/hosts/temporary-workspace.ts'
import { findProgram, findToolchains } from './toolchains.ts'

describe('toolchains', () => {
  it('are found below the home folder, in the order of the PATH, before the system', async () => {
    await using place = createTemporaryWorkspace()
    const home = place.folder('../me')
    const bin = place.folder('../me/.nvm/versions/node/v24/bin')
    const found = findToolchains({ root: place.root, home, path: `${bin}:/usr/bin`, node: '/usr/bin/other' })
    expect(found.path.slice(0, 2)).toEqual([bin, '/usr/bin'])
    expect(found.folders).toEqual([`${home}/.nvm`])
    expect(found.variables).toEqual({ NVM_DIR: `${home}/.nvm` })
  })

  it('leave out the workspace, relative folders, node_modules/.bin, links into the workspace and what nobody knows', async () => {
    await using place = createTemporaryWorkspace()
    const home = place.folder('../me')
    const folders = [place.folder('bin'), place.folder('../me/x/node_modules/.bin'), place.folder('../me/bin'), place.at('../me/.nvm/link')]
    place.folder('../me/.nvm')
    symlinkSync(place.at('bin'), place.at('../me/.nvm/link'))
    const { path, folders: bound } = findToolchains({
      root: place.root,
      home,
      path: ['.', '', 'bin', ...folders].join(':'),
      node: '/usr/bin/other',
    })
    expect(path.every((folder) => /^\/(usr|bin|sbin)/.test(folder))).toBe(true)
    expect(bound).toEqual([])
  })

  it('are no toolchains where they lie in the workspace or the workspace is their home', async () => {
    await using place = createTemporaryWorkspace()
    const bin = dirname(place.file('.nvm/bin/node'))
    expect(findToolchains({ root: place.root, home: place.root, path: bin, node: `${bin}/node` }).folders).toEqual([])
  })

  it('end with the node that runs us, so that there is one', async () => {
    await using place = createTemporaryWorkspace()
    const { path, folders } = findToolchains({ root: place.root, path: '', home: place.at('../me'), node: process.execPath })
    expect(path).toContain(dirname(process.execPath))
    if (!process.execPath.startsWith('/usr/')) expect(folders).toContain(dirname(process.execPath))
  })

  it('give a program by its bare name only, and only one that can be run', async () => {
    await using place = createTemporaryWorkspace()
    const home = place.folder('../me')
    const bin = place.folder('../me/.volta/bin')
    writeFileSync(`${bin}/tool`, '', { mode: 0o755 })
    writeFileSync(`${bin}/plain`, '', { mode: 0o644 })
    place.folder('../me/.volta/bin/folder')
    const toolchains = findToolchains({ root: place.root, home, path: bin, node: process.execPath })
    expect(findProgram('tool', toolchains)).toBe(`${bin}/tool`)
    for (const name of ['plain', 'folder', '../bin/tool', `${bin}/tool`, '.', '..', ''])
      expect(findProgram(name, toolchains)).toBeUndefined()
  })
})

const sandbox = await detectTestSandbox()

/** Where each manager keeps its programs, below the home folder, and which folder of it stands in the PATH. */
const MANAGERS: readonly { name: string; program: string; path: string; link?: [string, string]; needs?: string }[] = [
  { name: 'nvm', program: '.nvm/versions/node/v24.0.0/bin/tool', path: '.nvm/versions/node/v24.0.0/bin' },
  {
    name: 'fnm',
    program: '.local/share/fnm/node-versions/v24.0.0/installation/bin/tool',
    path: '.local/state/fnm_multishells/1_2/bin',
    link: ['.local/state/fnm_multishells/1_2', '.local/share/fnm/node-versions/v24.0.0/installation'],
  },
  { name: 'volta', program: '.volta/bin/tool', path: '.volta/bin', needs: '.volta/tools/real' },
  { name: 'asdf', program: '.asdf/shims/tool', path: '.asdf/shims', needs: '.asdf/installs/real' },
  { name: 'pyenv', program: '.pyenv/shims/tool', path: '.pyenv/shims', needs: '.pyenv/versions/real' },
  { name: 'rustup', program: '.cargo/bin/tool', path: '.cargo/bin', needs: '.rustup/toolchains/stable/bin/real' },
]

describe.skipIf(sandbox.isolation === 'none')('in the sandbox', () => {
  it.each(MANAGERS)('a program of $name runs, and nothing can be changed there', async ({ program, path, link, needs }) => {
    await using place = createTemporaryWorkspace({ '../me/.ssh/id_rsa': 'secret', '../me/.cargo/credentials.toml': 'secret' })
    const home = place.at('../me')
    if (needs) chmodSync(place.file(`../me/${needs}`, '#!/bin/sh\necho runs\n'), 0o755)
    chmodSync(place.file(`../me/${program}`, `#!/bin/sh\n${needs ? `exec ${home}/${needs}` : 'echo runs'}\n`), 0o755)
    if (link) place.link(`../me/${link[0]}`, `${home}/${link[1]}`)
    const toolchains = findToolchains({ root: place.root, home, path: `${home}/${path}:/usr/bin`, node: process.execPath })
    const run = runIn({ ...place, sandbox, toolchains })
    expect((await run('tool')).stdout).toBe('runs\n')
    const tried = await run('sh', '-c', `echo evil > ${home}/${program}; find ${home} -name id_rsa -o -name credentials.toml`)
    expect(tried.stdout).toBe('')
    expect((await run('tool')).stdout).toBe('runs\n')
  })

  it('a node below the home folder runs', async () => {
    await using place = createTemporaryWorkspace({ 'a.js': 'console.log(process.execPath)' })
    const home = place.at('../me')
    const bin = place.folder('../me/.nvm/versions/node/v24.0.0/bin')
    linkOrCopy(process.execPath, `${bin}/node`)
    const toolchains = findToolchains({ root: place.root, home, path: `${bin}:/usr/bin`, node: `${bin}/node` })
    expect((await runIn({ ...place, sandbox, toolchains })('node', 'a.js')).stdout).toBe(`${bin}/node\n`)
  })
})

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    // Another disk.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    copyFileSync(from, to)
  }
}
