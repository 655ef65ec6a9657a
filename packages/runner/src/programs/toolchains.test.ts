import { chmodSync, copyFileSync, linkSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestProcessHost } from '../../test/hosts/create-host.ts'
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

  it('have nothing on the path of what runs unasked that the workspace could choose', async () => {
    await using place = createTemporaryWorkspace()
    const home = place.folder('../me')
    const folders = ['.pyenv/shims', '.pyenv/plugins/pyenv-virtualenv/shims', '.sdkman/shims', '.nvm/v24/bin'].map((name) =>
      place.folder(`../me/${name}`),
    )
    place.file('../me/.pyenv/version', `3.12\n../../../evil\n..\n3.13:gone\n`)
    for (const version of ['3.12', '3.13']) place.folder(`../me/.pyenv/versions/${version}`)
    place.folder('../me/.pyenv/versions/3.12/bin')
    // An environment that was made in the workspace.
    place.link('../me/.pyenv/versions/3.13/bin', place.folder('.venv/bin'))
    const { path, readingPath } = findToolchains({ root: place.root, home, path: folders.join(':'), node: '/usr/bin/other' })
    expect(path.slice(0, 4)).toEqual(folders)
    expect(readingPath.filter((folder) => folder.startsWith(home))).toEqual([`${home}/.pyenv/versions/3.12/bin`, `${home}/.nvm/v24/bin`])
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
  { name: 'go', program: 'go/bin/tool', path: 'go/bin' },
  { name: 'uv', program: '.local/bin/tool', path: '.local/bin', needs: '.local/share/uv/tools/thing/bin/real' },
  { name: 'pipx', program: '.local/bin/tool', path: '.local/bin', needs: '.local/share/pipx/venvs/thing/bin/real' },
  { name: 'poetry', program: '.local/bin/tool', path: '.local/bin', needs: '.local/share/pypoetry/venv/bin/real' },
  { name: 'bun', program: '.bun/bin/tool', path: '.bun/bin', needs: '.bun/install/global/real' },
]

/** Settings with tokens, where the managers keep them. */
const SECRETS = [
  '.npmrc',
  '.cargo/credentials.toml',
  '.config/pip/pip.conf',
  '.local/share/keyrings/login.keyring',
  'go/pkg/mod/cache/vcs/abc/config',
  '.nvm/.npmrc',
  '.nvm/versions/node/v24/etc/npmrc',
  '.local/share/fnm/node-versions/v24/installation/etc/npmrc',
  '.volta/tools/image/node/24.0.0/etc/npmrc',
  '.asdf/installs/nodejs/24/etc/npmrc',
  '.asdf/installs/rust/1.90/credentials.toml',
  '.asdf/plugins/mine/.git/config',
  '.pyenv/versions/3.12/pip.conf',
  '.npm-global/etc/npmrc',
  'miniconda3/.condarc',
  'miniconda3/envs/one/pip.conf',
  '.sdkman/candidates/maven/3.9/conf/settings.xml',
]

/** Stand-ins that look for a file of the workspace, and what the person's own settings choose. */
const STAND_INS = [
  {
    name: 'pyenv',
    shim: '.pyenv/shims',
    chosen: '.pyenv/versions/3.12.1/bin',
    settings: { '.pyenv/version': '3.12.1\n' },
    asks: '.python-version',
  },
  {
    name: 'rbenv',
    shim: '.rbenv/shims',
    chosen: '.rbenv/versions/3.3.0/bin',
    settings: { '.rbenv/version': '3.3.0\n' },
    asks: '.ruby-version',
  },
  {
    name: 'nodenv',
    shim: '.nodenv/shims',
    chosen: '.nodenv/versions/24.0.0/bin',
    settings: { '.nodenv/version': '24.0.0' },
    asks: '.node-version',
  },
  {
    name: 'asdf',
    shim: '.asdf/shims',
    chosen: '.asdf/installs/tool/1.2/bin',
    settings: { '.tool-versions': '# mine\nother 3\ntool 1.2 # this one\n' },
    asks: '.tool-versions',
  },
  { name: 'mise', shim: '.local/share/mise/shims', chosen: '.local/share/mise/installs/tool/latest/bin', settings: {}, asks: 'mise.toml' },
  {
    name: 'volta',
    shim: '.volta/bin',
    chosen: '.volta/tools/image/node/24.0.0/bin',
    settings: { '.volta/tools/user/platform.json': '{ "node": { "runtime": "24.0.0", "npm": null } }' },
    asks: 'package.json',
  },
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

  it.each(STAND_INS)('what runs unasked gets no program of $name that the workspace chooses', async ({ shim, chosen, settings, asks }) => {
    const evil = '#!/bin/sh\necho code of the workspace\n'
    await using place = createTemporaryWorkspace({ [asks]: 'evil\n', evil })
    chmodSync(place.at('evil'), 0o755)
    const home = place.at('../me')
    chmodSync(place.file(`../me/${shim}/tool`, `#!/bin/sh\ntest -f ${asks} && exec ./evil\necho stand-in\n`), 0o755)
    chmodSync(place.file(`../me/${chosen}/tool`, '#!/bin/sh\necho chosen by the person\n'), 0o755)
    for (const [name, text] of Object.entries(settings)) place.file(`../me/${name}`, text)
    const toolchains = findToolchains({ root: place.root, home, path: `${home}/${shim}:/usr/bin`, node: process.execPath })
    expect((await runIn({ ...place, sandbox, toolchains })('tool')).stdout).toBe('code of the workspace\n')
    const reading = runIn({ ...place, sandbox, toolchains, risk: 'LOW' })
    expect((await reading('tool')).stdout).toBe('chosen by the person\n')
    const { signal } = new AbortController()
    const shell = createTestProcessHost({ root: place.root, sandbox, toolchains, risk: 'LOW', network: false, signal })
    const { stdout } = await shell.runShell({ line: 'tool; command -v tool', cwd: '.', timeoutSeconds: 20 })
    expect(stdout).toBe(`chosen by the person\n${home}/${chosen}/tool\n`)
  })

  it('settings of toolchains that may hold tokens are not to be read, by whichever name', async () => {
    await using place = createTemporaryWorkspace(Object.fromEntries(SECRETS.map((name) => [`../me/${name}`, 'token=hidden\n'])))
    const home = place.at('../me')
    place.link('../me/.nvm/versions/node/current', 'v24')
    place.link('../me/.pyenv/versions/3.13', `${home}/.nvm/versions/node/v24`)
    place.link('settings', `${home}/.pyenv/versions/3.12/pip.conf`)
    const certificates = '.pyenv/versions/3.12/lib/python3.12/site-packages/certifi/cacert.pem'
    place.file(`../me/${certificates}`, 'certificates\n')
    const bins = ['.nvm/versions/node/v24', '.local/share/fnm/x', '.volta', '.asdf', '.pyenv', '.npm-global', 'miniconda3', '.sdkman', 'go']
    const path = [...bins, '.cargo', '.local'].map((name) => place.folder(`../me/${name}/bin`)).join(':')
    const toolchains = findToolchains({ root: place.root, home, path, node: process.execPath })
    expect(toolchains.folders).toContain(`${home}/.pyenv`)
    for (const risk of ['LOW', 'MEDIUM'] as const) {
      const { signal } = new AbortController()
      const shell = createTestProcessHost({ root: place.root, sandbox, toolchains, risk, network: false, signal })
      const line = `cat settings; grep -rs hidden ${home} /home; find ${home} -name npmrc -size +0; cat ${home}/${certificates}`
      expect((await shell.runShell({ line, cwd: '.', timeoutSeconds: 20 })).stdout).toBe('certificates\n')
    }
  })

  it('what a package manager fetched is kept in the cache of the project', async () => {
    await using place = createTemporaryWorkspace({})
    const run = runIn({ ...place, sandbox, cacheDir: place.at('../cache') })
    await run('sh', '-c', 'for f in "$CARGO_HOME" "$GOPATH" "$GRADLE_USER_HOME"; do mkdir -p "$f" && echo kept > "$f/x"; done')
    expect((await run('sh', '-c', 'cat "$CARGO_HOME/x" "$GOPATH/x" "$GRADLE_USER_HOME/x"')).stdout).toBe('kept\nkept\nkept\n')
  })

  const cargo = findProgram('cargo', findToolchains({ root: '/nowhere', home: homedir(), path: process.env.PATH, node: undefined }))
  it.skipIf(cargo === undefined)('the cargo of this machine builds and tests without the network', async () => {
    const source = '#[test]\nfn adds() { assert_eq!(1 + 1, 2) }\nfn main() { println!("built") }\n'
    await using place = createTemporaryWorkspace({ 'Cargo.toml': '[package]\nname = "a"\nversion = "0.1.0"\n', 'src/main.rs': source })
    const toolchains = findToolchains({ root: place.root, home: homedir(), path: process.env.PATH, node: process.execPath })
    const run = runIn({ ...place, sandbox, toolchains, seconds: 120 })
    expect(await run('cargo', 'run', '-q')).toMatchObject({ exitCode: 0, stdout: 'built\n' })
    expect((await run('cargo', 'test', '-q')).stdout).toContain('1 passed')
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
