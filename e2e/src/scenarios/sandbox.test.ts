// The environment of a command: clean variables and a sandbox.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { expect } from 'vitest'
import { scenario } from '../scenario.ts'
import { outputOf, runScript, sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld({
  serverEnv: { E2E_SECRET_TOKEN: 'do-not-show-this-value-7431', GITHUB_TOKEN: 'ghp_0123456789abcdefghijklmnopqrstuvwxyz' },
  files: { '.env': 'TOKEN=hidden-in-the-sandbox\n' },
})

const run = (command: string, ...args: string[]) => world().agent.call('execute_command', { command, args })

scenario(
  'the environment is clean, stdin is closed, the group is its own',
  { verifies: ['commands.clean-environment', 'commands.ci', 'commands.stdin', 'commands.own-group'] },
  async () => {
    const source = `import { readFileSync } from 'node:fs'
      let input; try { input = readFileSync(0, 'utf8') } catch { input = '' }
      const [, , , , group] = readFileSync('/proc/self/stat', 'utf8').replace(/\\(.*\\)/, 'x').split(' ')
      console.log(JSON.stringify({ env: process.env, input, group }))\n`
    const { env, input, group } = JSON.parse(outputOf(await runScript(world(), 'environment.mjs', source)))
    expect(env).toMatchObject({ CI: '1', GIT_TERMINAL_PROMPT: '0' })
    expect(Object.keys(env).filter((name) => /TOKEN|SECRET|KEY|COUNTERSIGN/.test(name))).toEqual([])
    expect(input).toBe('')
    expect(group).not.toBe(String(process.pid))
  },
)

scenario(
  'in the sandbox the system is read-only, home and sensitive files are hidden, and there is no network',
  {
    verifies: [
      'commands.sandbox.system',
      'commands.sandbox.home',
      'commands.sandbox.sensitive',
      'commands.sandbox.network',
      'commands.sandbox.namespaces',
      'commands.sandbox.run-later',
      'paths.root-says-so',
    ],
  },
  async () => {
    writeFileSync(world().data.at('outside.txt'), 'outside')
    mkdirSync(world().workspace.at('.vscode'), { recursive: true })
    await world().workspace.write('.vscode/tasks.json', '{}')
    const source = `import { readFileSync, readdirSync, writeFileSync, readlinkSync } from 'node:fs'
      import { connect } from 'node:net'
      const attempt = (act) => { try { return act() } catch (error) { return error.code } }
      const reach = () => new Promise((done) => connect(${new URL(world().url).port}, '127.0.0.1').on('connect', () => done('reached')).on('error', (error) => done(error.code)))
      console.log(JSON.stringify({
        system: attempt(() => writeFileSync('/usr/x', '')),
        home: attempt(() => readdirSync(${JSON.stringify(homedir())})),
        data: attempt(() => readFileSync(${JSON.stringify(world().data.at('outside.txt'))}, 'utf8')),
        secret: attempt(() => readFileSync('.env', 'utf8')),
        later: attempt(() => writeFileSync('.vscode/tasks.json', 'x')),
        network: await reach(),
        pid: process.pid, uid: process.getuid(),
        namespace: readlinkSync('/proc/self/ns/pid'),
        own: attempt(() => writeFileSync('made.txt', 'made')) ?? 'written',
      }))\n`
    const probe = JSON.parse(outputOf(await runScript(world(), 'probe.mjs', source)))
    expect(probe).toMatchObject({ own: 'written' })
    expect(['EROFS', 'EACCES', 'EPERM']).toContain(probe.system)
    expect(Array.isArray(probe.home) ? probe.home.filter((name: string) => /rc$|profile|history|ssh|gnupg/.test(name)) : []).toEqual([])
    expect(probe.data).not.toBe('outside')
    expect(String(probe.secret)).not.toContain('hidden-in-the-sandbox')
    expect(['EROFS', 'EACCES', 'EPERM', 'EBUSY']).toContain(probe.later)
    expect(probe.network).not.toBe('reached')
    expect(probe.pid).toBeLessThan(100)
    expect(probe.uid).not.toBe(0)
    expect(await world().workspace.read('.vscode/tasks.json')).toBe('{}')
    expect(await world().workspace.read('made.txt')).toBe('made')
  },
)

scenario(
  'the workspace is read-only for LOW and holds no program of its own',
  { verifies: ['commands.sandbox.low-read-only', 'commands.fixed-path'] },
  async () => {
    await world().workspace.write('ls', '#!/bin/sh\necho hijacked\n')
    symlinkSync('ls', world().workspace.at('grep'))
    expect(outputOf(await run('ls'))).not.toContain('hijacked')
    const written = await run('date', '--date=@0', '+%s')
    expect(written).toMatchObject({ status: 'completed', result: { stdout: '0\n' } })
  },
)
