// Shell lines made out of the tables of everyday programs: those that are judged LOW are really run in the sandbox, under strace.
import { describe, expect, it } from 'vitest'
import { findHarm, lowLines, openLineScene } from '../../test/effects/low-lines.ts'
import { canTrace } from '../../test/effects/trace-line.ts'
import { detectTestSandbox } from '../../test/hosts/run-in.ts'

const LINES = 200
const SEED = 13

const sandbox = await detectTestSandbox()
const why = canTrace ? sandbox.reason : 'strace is not installed'
if (why) console.warn(`Reading lines are not run: ${why}`)
if (why && process.env.CI) throw new Error(why)

describe.skipIf(why !== undefined)('under strace', () => {
  if (sandbox.isolation === 'none') return

  it(`${LINES} lines that are LOW start, write and reach nothing that they do not name`, { timeout: 600_000 }, async () => {
    using scene = await openLineScene(sandbox)
    const lines = lowLines(scene, LINES, SEED)
    expect(lines).toHaveLength(LINES)
    expect(await findHarm(scene, lines)).toEqual({})
  })

  it.each([
    ['find . -name a.txt -exec id \\;', 'find', /starts id/],
    [`awk 'BEGIN { system("true; id") }'`, 'awk', /starts sh/],
    ['(id & wait)', '', /starts id/],
    ['echo x > made.txt', '', /writes: openat.*made\.txt/],
    ['echo x > /tmp/../var/x', '', /writes: openat.*\/var\/x/],
    ['rm -f a.txt', 'rm', /writes: unlinkat?\(/],
    ['chmod 600 a.txt', 'chmod', /writes: fchmodat\(/],
    ['/usr/bin/python3 -c "import os; os.fchmod(os.open(\'a.txt\', 0), 0o600)"', 'python3', /writes: fchmod\(.*a\.txt/],
    ['/usr/bin/python3 -c "import socket; socket.socket()"', 'python3', /opens a socket: socket\(AF_INET/],
    ['/usr/bin/python3 -c "import socket; socket.socket(socket.AF_UNIX)"', 'python3', /opens a socket: socket\(AF_UNIX/],
    ['/usr/bin/python3 -c "import socket; socket.socket(1).connect(\'/run/x\')"', 'python3', /opens a socket: connect\(.*\/run\/x/],
    ['exec 3<>/dev/tcp/127.0.0.1/9', '', /opens a socket: connect\(/],
    ['sleep 30; true', 'sleep', /does not end/],
  ])('%s would be noticed', { timeout: 60_000 }, async (text, programs, expected) => {
    using scene = await openLineScene(sandbox)
    expect((await scene.harmOf({ text, programs: programs.split(' ') }, 8)).join('\n')).toMatch(expected)
  })

  it('what a line does in /tmp is no harm, nor is asking for the name of a user', { timeout: 60_000 }, async () => {
    using scene = await openLineScene(sandbox)
    const text = 'ls -l > /tmp/list; touch /tmp/list; sort /tmp/list | head -2; id; git log --oneline 2>/dev/null'
    const effects = await scene.effectsOf(text)
    expect(effects.programs).toEqual(expect.arrayContaining(['ls', 'sort', 'head', 'git', 'id']))
    expect(effects.stdout).toContain('The first')
    expect(await scene.harmOf({ text, programs: [...effects.programs] })).toEqual([])
  })
})
