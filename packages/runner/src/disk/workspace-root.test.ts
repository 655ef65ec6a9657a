import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTemporaryWorkspace } from '../../test/hosts/temporary-workspace.ts'
import { checkWorkspaceRoot } from './workspace-root.ts'

const home = homedir()

describe('a workspace', () => {
  it('is an ordinary folder, told by its real path', async () => {
    await using place = createTemporaryWorkspace()
    place.link('../other-name', 'ws')
    expect(checkWorkspaceRoot(place.at('../other-name'), { home })).toBe(place.root)
  })

  it.each(['/', '/home', '/tmp', '/etc', '/usr', '/usr/lib', '/proc/self', homedir(), dirname(homedir()), '/var'])(
    'is never %s',
    (path) => {
      expect(() => checkWorkspaceRoot(path, { home })).toThrow(/cannot be a workspace/)
    },
  )

  it('is not a home folder under another name', async () => {
    await using place = createTemporaryWorkspace()
    place.link('../link', 'ws')
    expect(() => checkWorkspaceRoot(place.root, { home: place.at('../link') })).toThrow(/home folder/)
  })

  it('neither contains the data folder nor lies in it, existing or not', async () => {
    await using place = createTemporaryWorkspace()
    place.folder('data')
    for (const dataDir of [place.at('data'), place.at('not/yet')])
      expect(() => checkWorkspaceRoot(place.root, { dataDir, home })).toThrow(/contains the data/)
    expect(() => checkWorkspaceRoot(place.root, { dataDir: dirname(place.root), home })).toThrow(/lies in the data/)
    expect(checkWorkspaceRoot(place.root, { dataDir: join(dirname(place.root), 'ws-data'), home })).toBe(place.root)
  })

  it('is a folder that exists', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': '' })
    expect(() => checkWorkspaceRoot(place.at('a.txt'), { home })).toThrow(/is not a folder/)
    expect(() => checkWorkspaceRoot(place.at('nothing'), { home })).toThrow(/File not found/)
  })
})
