import { describe, expect, it } from 'vitest'
import { checkPath, pathInside } from './index.ts'

const ROOTS = ['/home/ada/app', '/srv/link']

describe('an absolute path that begins with the root of the workspace', () => {
  it.each([
    ['/home/ada/app/src/a.ts', 'src/a.ts'],
    ['/srv/link/src/a.ts', 'src/a.ts'],
    ['/home/ada/app', '.'],
    ['/home/ada/app/', '.'],
    ['/home/ada/app//src/a.ts', 'src/a.ts'],
  ])('%s is %s', (path, inside) => expect(pathInside(path, ROOTS)).toBe(inside))

  it('is read so with a root that was given with a slash at its end', () => {
    expect(pathInside('/w/a', ['/w/'])).toBe('a')
  })

  it.each([
    '/home/ada/app-other/a',
    '/home/ada/application',
    '/HOME/ada/app/a',
    '/home/ada/App/a',
    '/home/ada',
    '/etc/passwd',
    '//home/ada/app/a',
    '/home/ada/./app/a',
  ])('%s is another place', (path) => {
    expect(pathInside(path, ROOTS)).toBe(path)
    expect(checkPath(path)).toMatchObject({ refusal: { code: 'PATH_OUTSIDE_WORKSPACE' } })
  })

  it.each(['/home/ada/app/../x', '/home/ada/app/a/../../x', '/home/ada/app/..', '/home/ada/app/~/x', '/home/ada/app//../x'])(
    '%s leaves the workspace all the same',
    (path) => expect(checkPath(pathInside(path, ROOTS))).toMatchObject({ refusal: { code: 'PATH_OUTSIDE_WORKSPACE' } }),
  )

  it('is nothing special without roots, or where the root is that of the system', () => {
    for (const roots of [[], ['/'], [''], ['.']]) expect(pathInside('/etc/passwd', roots)).toBe('/etc/passwd')
  })
})
