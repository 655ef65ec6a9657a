import { describe, expect, it } from 'vitest'
import { createTemporaryWorkspace } from '../../test/hosts/temporary-workspace.ts'
import { namesInSettings } from './settings-names.ts'

async function namesOf(key: string, value: string): Promise<string[]> {
  await using place = createTemporaryWorkspace({ 'tools/clean.sh': '', 'README.md': '', 'feature/x': '' })
  const names = namesInSettings([{ key, value, origin: '/home/me/.gitconfig' }], { root: place.root, top: place.root, home: '/home/me' })
  return names.map((name) => name.slice(place.root.length + 1)).sort()
}

describe('names of the workspace in git’s settings', () => {
  it.each([
    ['core.hookspath', '.githooks', ['.githooks']],
    ['core.fsmonitor', 'tools/watch', ['tools/watch']],
    ['core.fsmonitor', './watch', ['watch']],
    ['filter.x.clean', 'sh tools/clean.sh %f', ['tools/clean.sh']],
    ['filter.x.clean', 'python3 missing.py', ['missing.py']],
    ['filter.x.clean', 'sh -e missing.sh %f', ['missing.sh']],
    ['filter.x.process', 'git-lfs filter-process', []],
    ['alias.x', '!f() { node "tools/clean.sh"; }; f', ['tools/clean.sh']],
    ['alias.x', '!"$(git rev-parse --show-toplevel)/tools/clean.sh"', ['tools/clean.sh']],
    ['alias.x', '!"$(git rev-parse --show-toplevel)"/tools/missing.sh', ['tools/missing.sh']],
    ['alias.x', '!exec $PWD/tools/clean.sh', ['PWD/tools/clean.sh', 'tools/clean.sh']],
    ['alias.x', '!cd tools && ./clean.sh', ['clean.sh', 'tools/clean.sh']],
    ['alias.x', '!/usr/bin/git status', []],
    ['gc.recentobjectshook', './keep', ['keep']],
    ['alias.up', '!git push origin feature/y', []],
    ['credential.https://example.com.helper', 'gcloud.sh', []],
    ['user.name', 'README.md', []],
    ['remote.origin.url', './tools', []],
    ['core.pager', 'less -R', []],
    ['core.hookspath', '~/hooks', []],
    ['core.hookspath', '/etc/hooks', []],
  ])('%s = %s: %j', async (key, value, expected) => {
    expect(await namesOf(key, value)).toEqual(expected)
  })
})
