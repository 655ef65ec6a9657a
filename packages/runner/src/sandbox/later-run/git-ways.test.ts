// Ways by which git runs something later, prepared by the person's own settings: after a command the person goes on working, and no
// program of the command's runs.

import { existsSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createTestProcessHost } from '../../../test/hosts/create-host.ts'
import { initRepository, TEST_IDENTITY } from '../../../test/hosts/git-repository.ts'
import { detectTestSandbox, runIn } from '../../../test/hosts/run-in.ts'
import { createTemporaryWorkspace } from '../../../test/hosts/temporary-workspace.ts'

const sandbox = await detectTestSandbox()

function openScene(files: Record<string, string> = {}) {
  const place = createTemporaryWorkspace({ 'a.txt': 'a\n', ...files })
  const git = initRepository(place.root)
  const trap = place.at('../sprung')
  const run = runIn({ ...place, sandbox, quarantineDir: place.at('../quarantine'), identity: async () => TEST_IDENTITY })
  const goOn = () => {
    place.file('a.txt', `${Math.random()}\n`)
    for (const args of [['status'], ['st'], ['diff'], ['commit', '--quiet', '--all', '-m', 'more'], ['rebase', '--continue']])
      ignoring(() => git(...args))
    return existsSync(trap)
  }
  return { place, git, trap, run, goOn, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() }
}

/** Git may well fail: what counts is what it ran. */
function ignoring(act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof Error && 'status' in error)) throw error
  }
}

type Scene = ReturnType<typeof openScene>

/** A line that makes the file a program which springs the trap. */
const program = (path: string) =>
  `rm -rf ${path}; mkdir -p $(dirname ${path}); printf '#!/bin/sh\\ntouch TRAP\\ncat\\n' > ${path}; chmod 755 ${path}`
const settings = (path: string) => `mkdir -p $(dirname ${path}); printf '[core]\\nfsmonitor = "touch TRAP; true"\\n' > ${path}`
const hook = '#!/bin/sh\ntrue\n'

const WAYS: readonly (readonly [string, (scene: Scene) => void, string])[] = [
  [
    'an absolute folder of hooks',
    ({ place, git }) => {
      place.folder('my-hooks')
      git('config', 'core.hooksPath', place.at('my-hooks'))
    },
    program('my-hooks/pre-commit'),
  ],
  [
    'an absolute folder of hooks that is not there yet',
    ({ place, git }) => git('config', 'core.hooksPath', place.at('later/hooks')),
    program('later/hooks/pre-commit'),
  ],
  [
    'a folder of hooks that was set twice',
    ({ place, git }) => {
      place.file('one/pre-commit', hook)
      git('config', 'core.hooksPath', 'zero')
      git('config', '--add', 'core.hooksPath', 'one')
    },
    program('one/pre-commit'),
  ],
  [
    'a folder of hooks, set in one line',
    ({ place }) => place.file('.git/config', '[core] hooksPath = "one-line"\n'),
    program('one-line/pre-commit'),
  ],
  [
    'a folder of hooks behind a link',
    ({ place, git }) => {
      place.file('real/hooks/pre-commit', hook)
      place.link('tools', 'real')
      git('config', 'core.hooksPath', 'tools/hooks')
    },
    `${program('real/hooks/pre-commit')}; rm tools; ${program('tools/hooks/pre-commit')}`,
  ],
  [
    'a folder of hooks behind a link, where the folder that it leads to is replaced',
    ({ place, git }) => {
      place.file('real/hooks/pre-commit', hook)
      place.link('tools', 'real')
      git('config', 'core.hooksPath', 'tools/hooks')
    },
    `mv real gone; ${program('real/hooks/pre-commit')}`,
  ],
  [
    'a file of more settings behind a link, where the folder that it leads to is replaced',
    ({ place, git }) => {
      place.file('real/more')
      place.link('tools', 'real')
      git('config', 'include.path', '../tools/more')
    },
    `mv real gone; ${settings('real/more')}`,
  ],
  [
    'hooks that are a link',
    ({ place }) => {
      place.folder('tools/hooks')
      rmSync(place.at('.git/hooks'), { recursive: true })
      place.link('.git/hooks', '../tools/hooks')
    },
    program('tools/hooks/pre-commit'),
  ],
  [
    'a hook that is a link',
    ({ place }) => {
      place.file('tools/check.sh', hook)
      place.link('.git/hooks/pre-commit', '../../tools/check.sh')
    },
    program('tools/check.sh'),
  ],
  [
    'a hook that is a link to nothing',
    ({ place }) => place.link('.git/hooks/pre-commit', '../../tools/check.sh'),
    program('tools/check.sh'),
  ],
  [
    'a file of more settings',
    ({ place, git }) => {
      place.file('shared.config')
      git('config', 'include.path', '../shared.config')
    },
    settings('shared.config'),
  ],
  [
    'a file of more settings that is not there yet',
    ({ git }) => git('config', 'include.path', '../etc/shared.config'),
    settings('etc/shared.config'),
  ],
  [
    'more settings on a condition, by a file that includes another',
    ({ place, git }) => {
      place.file('one.config', '[include]\npath = two.config\n')
      git('config', `includeIf.gitdir:${place.root}/.path`, place.at('one.config'))
    },
    settings('two.config'),
  ],
  [
    'a program that filters files',
    ({ place, git }) => {
      place.file('.gitattributes', '*.txt filter=own\n')
      place.file('tools/clean.sh', '#!/bin/sh\ncat\n')
      git('config', 'filter.own.clean', 'sh tools/clean.sh %f')
    },
    program('tools/clean.sh'),
  ],
  [
    'a program that watches files and is not there yet',
    ({ git }) => git('config', 'core.fsmonitor', './tools/watch'),
    program('tools/watch'),
  ],
  [
    'an alias',
    ({ place, git }) => {
      place.file('tools/st.sh', hook)
      git('config', 'alias.st', '!sh tools/st.sh')
    },
    program('tools/st.sh'),
  ],
  [
    'steps of a rebase',
    ({ git }) => git('commit', '--quiet', '--allow-empty', '-m', 'one'),
    'git rebase --empty=keep --exec false HEAD~1; echo "exec touch TRAP" >> .git/rebase-merge/git-rebase-todo',
  ],
  [
    'steps of a rebase in a folder that is a link',
    ({ git }) => git('commit', '--quiet', '--allow-empty', '-m', 'one'),
    'mkdir s; git rebase --empty=keep --exec false HEAD~1; cp -r .git/rebase-merge/. s; rm -rf .git/rebase-merge; echo "exec touch TRAP" > s/git-rebase-todo; ln -s ../s .git/rebase-merge',
  ],
  [
    'the strategy of a rebase, which is a path',
    ({ place, git }) => {
      git('checkout', '--quiet', '-b', 'side')
      place.file('b.txt', 'b\n')
      git('add', 'b.txt')
      git('commit', '--quiet', '-m', 'b')
      git('commit', '--quiet', '--allow-empty', '-m', 'c')
    },
    `${program('p')}; mkdir git-merge-x; GIT_SEQUENCE_EDITOR="sed -i 1ibreak" git rebase -i --force-rebase HEAD~2; echo x/../p > .git/rebase-merge/strategy`,
  ],
  [
    'the strategy of a cherry-pick, which is a path',
    ({ git }) => git('config', 'alias.st', 'cherry-pick --continue'),
    `${program('p')}; mkdir git-merge-x; git checkout -q -b side; touch b; git add b; git commit -qm b; git checkout -q -; git commit -q --allow-empty -m c; mkdir .git/sequencer; git rev-parse HEAD | tee .git/sequencer/head > .git/sequencer/abort-safety; for i in 1 2; do echo "pick $(git rev-parse side) b"; done > .git/sequencer/todo; printf '[options]\\n\\tstrategy = x/../p\\n' > .git/sequencer/opts`,
  ],
]

describe.skipIf(sandbox.isolation === 'none')('what git would run later', () => {
  it.each(WAYS)('%s', async (_, prepare, line) => {
    await using scene = openScene()
    prepare(scene)
    await scene.run('bash', '-c', line.replaceAll('TRAP', scene.trap))
    expect(scene.goOn()).toBe(false)
  })
})

describe.skipIf(sandbox.isolation === 'none')('a repository that a command was asked to make', () => {
  const shell = ({ place }: Scene, line: string) => {
    const { signal } = new AbortController()
    const host = createTestProcessHost({
      ...place,
      sandbox,
      risk: 'MEDIUM',
      network: false,
      signal,
      quarantineDir: place.at('../quarantine'),
    })
    return host.runShell({ line, cwd: '.', timeoutSeconds: 20 })
  }

  it.each([
    ['by init', 'git init -q x', 'x/.git/HEAD'],
    ['by clone', 'git clone -q . x', 'x/.git/HEAD'],
    ['by a line of git alone', 'git init -q x && git -C x add . && git -C x status -s', 'x/.git/HEAD'],
    ['without a work tree', 'git init -q --bare x', 'x/HEAD'],
    ['with a name in it', 'git init -q x && git -C x config user.name Ada', 'x/.git/HEAD'],
  ])('stays: %s', async (_, line, name) => {
    await using scene = openScene()
    expect(await shell(scene, line)).toMatchObject({ exitCode: 0, stderr: '' })
    expect(existsSync(scene.place.at(name))).toBe(true)
  })

  it.each([
    ['hooks from a folder of its own', 'git init -q --template=template x', 'x/.git'],
    ['hooks that are a link', 'git init -q --template=linked x', 'x/.git'],
    ['a setting by clone', 'git clone -q -c core.fsmonitor=evil . x', 'x/.git'],
    ['a setting afterwards', 'git init -q x && git -C x config core.sshCommand evil', 'x/.git'],
    ['more settings', 'git init -q x && git -C x config include.path ../../evil', 'x/.git'],
    ['a helper for its address', 'git init -q x && git -C x remote add origin "ext::sh evil"', 'x/.git'],
    ['a folder elsewhere', 'git init -q --separate-git-dir=hidden x && git -C x config core.pager evil', 'hidden/HEAD'],
    ['settings, without a work tree', 'git clone -q --bare -c core.fsmonitor=evil . x', 'x/HEAD'],
  ])('does not stay with %s', async (_, line, name) => {
    await using scene = openScene({ 'template/hooks/pre-commit': hook, 'real/pre-commit': hook })
    scene.place.folder('linked')
    scene.place.link('linked/hooks', '../real')
    const { stderr } = await shell(scene, line)
    expect(existsSync(scene.place.at(name))).toBe(false)
    expect(stderr).toContain('would be run or obeyed later')
  })
})

describe.skipIf(sandbox.isolation === 'none')('ordinary work', () => {
  it('a rebase that waits for a conflict goes on in the next command', async () => {
    await using scene = openScene()
    const { place, git, run } = scene
    git('switch', '--quiet', '-c', 'side')
    place.file('a.txt', 'side\n')
    git('commit', '--quiet', '--all', '-m', 'Side')
    git('switch', '--quiet', 'main')
    place.file('a.txt', 'main\n')
    git('commit', '--quiet', '--all', '-m', 'Main')
    expect((await run('git', 'rebase', 'side')).stderr).not.toContain('[countersign]')
    expect(await run('bash', '-c', 'echo both > a.txt; git add a.txt; git rebase --continue')).toMatchObject({ exitCode: 0 })
    expect(git('log', '--format=%s')).toBe('Main\nSide\nThe first')
  })

  it('packages are removed and come again, without the files in them that others obey', async () => {
    const names = Array.from({ length: 5 }, (_, index) => `node_modules/p${index}/.github/ci.yml`)
    await using scene = openScene(Object.fromEntries(names.map((name) => [name, 'old'])))
    const lines = names.map((name) => `mkdir -p $(dirname ${name}); echo new > ${name}; echo new > node_modules/index.js`)
    expect(await scene.run('bash', '-c', 'rm -rf node_modules/p0')).toMatchObject({ exitCode: 0, stderr: '' })
    const { stderr } = await scene.run('bash', '-c', `rm -rf node_modules && ${lines.join('; ')}`)
    expect(stderr).toMatch(
      /^\[countersign\] 5 files and folders in packages \(the first is node_modules\/p\d\/\.github\) would be run[^\n]*\n$/,
    )
    expect(existsSync(scene.place.at('node_modules/index.js'))).toBe(true)
    for (const name of names) expect(existsSync(scene.place.at(name))).toBe(false)
  })
})
