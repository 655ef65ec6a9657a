// Files that run later outside: existing ones cannot be changed from inside, new ones do not stay.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, utimesSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { detectTestSandbox, runIn } from '../../../test/hosts/run-in.ts'
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../../test/hosts/temporary-workspace.ts'

const sandbox = await detectTestSandbox()

const EXISTING = {
  '.vscode/tasks.json': 'old',
  '.github/workflows/ci.yml': 'old',
  '.mcp.json': 'old',
  '.husky/pre-commit': 'old',
  'src/a.ts': 'old',
}

function makeRepository(place: TemporaryWorkspace): void {
  execFileSync('git', ['init', '-q'], { cwd: place.root })
  execFileSync('git', ['config', 'user.email', 'a@example.com'], { cwd: place.root })
  execFileSync('git', ['config', 'user.name', 'A'], { cwd: place.root })
}

describe.skipIf(sandbox.isolation === 'none')('from inside the sandbox', () => {
  it.each(Object.keys(EXISTING).slice(0, -1))('%s can be neither changed, removed nor replaced', async (path) => {
    await using place = createTemporaryWorkspace(EXISTING)
    const folder = path.split('/')[0]
    await runIn({ ...place, sandbox })(
      'sh',
      '-c',
      `echo new > ${path}; rm -rf ${folder}; mv ${folder} away; mkdir -p $(dirname ${path}); echo new > ${path}`,
    )
    expect(readFileSync(place.at(path), 'utf8')).toBe('old')
  })

  it('git works, but its hooks and settings stay as they are', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': 'x' })
    makeRepository(place)
    const config = readFileSync(place.at('.git/config'), 'utf8')
    const run = runIn({ ...place, sandbox })
    expect(await run('git', 'add', 'a.txt')).toMatchObject({ exitCode: 0 })
    expect(await run('git', 'commit', '-qm', 'first')).toMatchObject({ exitCode: 0, stderr: '' })
    await run(
      'sh',
      '-c',
      'echo x > .git/hooks/pre-commit; git config core.pager evil; mv .git .old; mkdir -p .git/hooks; echo x > .git/hooks/post-checkout',
    )
    expect(readFileSync(place.at('.git/config'), 'utf8')).toBe(config)
    expect(readdirSync(place.at('.git/hooks')).filter((name) => !name.endsWith('.sample'))).toEqual([])
  })

  it.each([
    ['an editor task', 'mkdir .vscode && echo x > .vscode/tasks.json', '.vscode'],
    ['a repository with a hook', 'mkdir -p .git/hooks && echo x > .git/hooks/pre-commit', '.git'],
    ['a link in its place', 'ln -s src .claude', '.claude'],
    ['a repository further down', 'mkdir -p src/x/.git/hooks && echo x > src/x/.git/config', 'src/x/.git'],
    ['agent settings', 'echo {} > .mcp.json', '.mcp.json'],
    ['a file that leads to a repository', 'mkdir evil; echo "gitdir: ../evil" > src/.git', 'src/.git'],
    ['a repository of another name', 'mkdir -p src/objects src/refs; echo "ref: refs/heads/x" > src/HEAD', 'src/HEAD'],
    ['a folder that borrows a repository', 'echo "ref: refs/heads/x" > src/HEAD; echo ../evil > src/commondir', 'src/HEAD'],
  ])('%s that appears is put into quarantine and reported', async (_, line, name) => {
    await using place = createTemporaryWorkspace({ 'src/a.ts': '' })
    const quarantineDir = place.at('../quarantine')
    const { stderr } = await runIn({ ...place, sandbox, quarantineDir })('sh', '-c', line)
    expect(existsSync(place.at(name))).toBe(false)
    expect(readdirSync(quarantineDir, { recursive: true })).toContainEqual(expect.stringMatching(`^\\d+-\\w+/${basename(name)}$`))
    expect(stderr).toContain(`${name} would be run or obeyed later`)
  })

  it.each([
    ['the settings of another folder', 'mkdir evil; echo ../evil > .git/commondir', '.git/commondir'],
    ['settings of a submodule', 'mkdir -p .git/modules/x; echo x > .git/modules/x/config', '.git/modules'],
    ['a repository whose folder was made again', 'mv sub old; mkdir -p sub/.git; echo x > sub/.git/config', 'sub/.git'],
    ['a repository whose folder was replaced by a pointer', 'mv sub old; mkdir sub; echo "gitdir: ../evil" > sub/.git', 'sub/.git'],
  ])('%s that git would obey does not stay', async (_, line, name) => {
    await using place = createTemporaryWorkspace({ 'sub/.git/config': 'old', 'sub/.git/HEAD': 'old' })
    makeRepository(place)
    const quarantineDir = place.at('../quarantine')
    const { stderr } = await runIn({ ...place, sandbox, quarantineDir })('sh', '-c', line)
    expect(existsSync(place.at(name))).toBe(false)
    expect(stderr).toContain(`${name} would be run or obeyed later`)
  })

  it('what git obeys in its own folder or by its settings cannot be changed', async () => {
    await using place = createTemporaryWorkspace({
      '.githooks/pre-commit': 'old',
      'bare/HEAD': 'x',
      'bare/objects/x': '',
      'bare/refs/x': '',
    })
    makeRepository(place)
    execFileSync('git', ['config', 'core.hooksPath', '.githooks'], { cwd: place.root })
    for (const name of ['HEAD', 'objects/x', 'refs/x']) place.file(`.git/modules/x/${name}`, 'x')
    place.file('.git/modules/x/config', 'old')
    place.file('bare/config', 'old')
    await runIn({ ...place, sandbox })(
      'sh',
      '-c',
      'for f in .githooks/pre-commit .git/modules/x/config bare/config; do echo new > $f; done',
    )
    for (const path of ['.githooks/pre-commit', '.git/modules/x/config', 'bare/config'])
      expect(readFileSync(place.at(path), 'utf8')).toBe('old')
  })

  it('a folder whose time was set back is looked at again', async () => {
    await using place = createTemporaryWorkspace({ 'src/a.ts': '' })
    utimesSync(place.at('src'), 1_000_000_000, 1_000_000_000)
    const run = runIn({ ...place, sandbox, quarantineDir: place.at('../quarantine') })
    await setTimeout(100)
    await run('true')
    await run('sh', '-c', 'mkdir src/.git; echo x > src/.git/config; touch -d @1000000000 src')
    expect(existsSync(place.at('src/.git'))).toBe(false)
  })

  it('a link that is replaced comes back, and what it leads to stays as it is', async () => {
    await using place = createTemporaryWorkspace({ 'shared/tasks.json': 'old' })
    place.link('.vscode', 'shared')
    const line = 'echo new > .vscode/tasks.json; mv shared other; rm .vscode; mkdir .vscode; echo new > .vscode/tasks.json'
    const { stderr } = await runIn({ ...place, sandbox, quarantineDir: place.at('../quarantine') })('sh', '-c', line)
    expect(readlinkSync(place.at('.vscode'))).toBe('shared')
    expect(readFileSync(place.at('.vscode/tasks.json'), 'utf8')).toBe('old')
    expect(stderr).toContain('.vscode would be run or obeyed later')
  })

  it.each([
    ['by its own path', (path: string) => path],
    ['by a longer way', (path: string) => `/proc/self/root${path}`],
    ['to nothing yet', (path: string) => `${path}-later`],
  ])('a link to the cache, which nobody looks through, does not stay: %s', async (_, way) => {
    await using place = createTemporaryWorkspace({ 'src/a.ts': '' })
    const folders = { quarantineDir: place.at('../quarantine'), cacheDir: place.folder('../cache') }
    const line = `mkdir ~/.cache/evil; git init -q ~/.cache/evil; ln -s ${way(`${folders.cacheDir}/evil`)} src/sub; ln -s /usr ok`
    const { stderr } = await runIn({ ...place, sandbox, ...folders })('sh', '-c', line)
    expect(readdirSync(place.at('src'))).toEqual(['a.ts'])
    expect(readlinkSync(place.at('ok'))).toBe('/usr')
    expect(stderr).toContain('src/sub would be run or obeyed later')
  })

  it('a repository without a folder .git goes on working', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': 'x' })
    execFileSync('git', ['init', '-q', '--bare', 'bare.git'], { cwd: place.root })
    const run = runIn({ ...place, sandbox, quarantineDir: place.at('../quarantine') })
    expect(await run('git', '-C', 'bare.git', 'symbolic-ref', 'HEAD', 'refs/heads/other')).toMatchObject({ exitCode: 0 })
    expect(readFileSync(place.at('bare.git/HEAD'), 'utf8')).toContain('other')
  })

  it('git makes worktrees where it is asked to', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': 'x' })
    makeRepository(place)
    const run = runIn({ ...place, sandbox, quarantineDir: place.at('../quarantine') })
    await run('git', 'add', 'a.txt')
    await run('git', 'commit', '-qm', 'first')
    for (const name of ['one', 'two']) {
      expect(await run('git', 'worktree', 'add', '-q', name)).toMatchObject({ exitCode: 0 })
      expect(existsSync(place.at(`${name}/.git`))).toBe(true)
    }
  })
})
