// Which commands run at once, which need approval, which are refused.
import { expect } from 'vitest'
import { scenario } from '../scenario.ts'
import { outputOf, runScript, sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld({ files: { '.env': 'TOKEN=1\n', 'package.json': '{"name":"sample","version":"1.0.0"}\n' } })

const run = (command: string, ...args: string[]) => world().agent.call('execute_command', { command, args })

scenario(
  'reading commands run unasked, in the workspace and in a sandbox',
  {
    verifies: [
      'risk.low.commands',
      'tools.execute',
      'tools.execute.by-command',
      'commands.in-workspace',
      'commands.sandbox',
      'risk.rules.none',
    ],
  },
  async () => {
    const call = await run('ls')
    expect(call).toMatchObject({ status: 'completed' })
    expect(call.result).toMatchObject({
      success: true,
      stderr: '',
      exit_code: 0,
      truncated: false,
      isolation: 'sandbox',
      execution_time: expect.any(Number),
    })
    expect(outputOf(call).split('\n')).toContain('README.md')
    expect(outputOf(await run('pwd'))).toBe(`${world().workspace.path}\n`)
    expect(outputOf(await run('grep', '-n', 'Hello', 'README.md'))).toBe('3:Hello from the workspace.\n')
    for (const [command, ...args] of [
      ['cat', 'README.md'],
      ['head', '-1', 'README.md'],
      ['tail', '-1', 'README.md'],
      ['wc', '-l', 'README.md'],
      ['find', '.', '-name', '*.py'],
      ['echo', 'hi'],
      ['date'],
      ['whoami'],
    ]) {
      expect(await run(command as string, ...args), command).toMatchObject({ status: 'completed', result: { success: true } })
    }
  },
)

scenario('nothing of a shell is in it', { verifies: ['commands.no-shell'] }, async () => {
  expect(outputOf(await run('echo', '$(id)', '`id`', '*', '>', 'x', '&&', 'ls'))).toBe('$(id) `id` * > x && ls\n')
})

scenario(
  'a forbidden command is refused in words',
  { verifies: ['commands.not-allowed', 'commands.never', 'commands.wrappers', 'commands.bare-name', 'settled.docker'] },
  async () => {
    const refused = await run('rm', '-rf', '/')
    expect(refused).toMatchObject({ status: 'failed', error_code: 'COMMAND_NOT_ALLOWED', error: 'Command not allowed: rm' })
    const never = [
      'sudo',
      'su',
      'dd',
      'mkfs.ext4',
      'ssh-keygen',
      'openssl',
      'pacman',
      'apt',
      'apt-get',
      'yum',
      'dnf',
      'curl',
      'wget',
      'docker',
      'bash',
      '/bin/ls',
      './count.mjs',
    ]
    for (const command of never) expect(await run(command), command).toMatchObject({ status: 'failed', error_code: 'COMMAND_NOT_ALLOWED' })
    const wrapped = await run('env', 'rm', '-rf', '/')
    expect(wrapped).toMatchObject({ status: 'failed', error_code: 'COMMAND_NOT_ALLOWED' })
    expect(wrapped.error).toContain('rm')
  },
)

scenario(
  'arguments are judged too',
  { verifies: ['commands.arguments-path', 'commands.arguments-raise', 'paths.sensitive-argument'] },
  async () => {
    expect(await run('cat', '/etc/passwd')).toMatchObject({ status: 'failed', error_code: 'PATH_OUTSIDE_WORKSPACE' })
    expect(await run('cat', '../x')).toMatchObject({ status: 'failed', error_code: 'PATH_OUTSIDE_WORKSPACE' })
    expect(await run('cat', '.env')).toMatchObject({ status: 'failed', error_code: 'SENSITIVE_FILE' })
    for (const args of [
      ['find', '.', '-delete'],
      ['find', '.', '-exec', 'cat', '{}', ';'],
      ['git', '-c', 'core.pager=x', 'log'],
      ['grep', '-f', '/etc/passwd', 'README.md'],
    ]) {
      const call = await run(args[0] as string, ...args.slice(1))
      expect(call.status, args.join(' ')).not.toBe('completed')
      if (call.approval_id) {
        expect(await world().operator.approval(call.approval_id), args.join(' ')).toMatchObject({ risk_level: 'HIGH' })
        await world().operator.reject(call.approval_id)
      }
    }
  },
)

scenario(
  'npm install is asked with the network shown',
  { verifies: ['risk.medium.network', 'commands.network-shown', 'approvals.preview-command'] },
  async () => {
    const asked = await run('npm', 'install', 'express')
    const approval = await world().operator.approval(asked.approval_id as string)
    expect(approval).toMatchObject({ risk_level: 'MEDIUM', timeout_seconds: 300, description: 'Run npm install express' })
    expect(approval.preview).toEqual({
      kind: 'command',
      command: 'npm',
      args: ['install', 'express'],
      cwd: '.',
      timeout_seconds: 30,
      isolation: 'sandbox',
      network: true,
    })
    await world().operator.reject(approval.id)
  },
)

scenario(
  'risk goes by the command',
  { verifies: ['risk.medium.commands', 'risk.high.commands', 'risk.high.inline', 'settled.archives', 'settled.git-command'] },
  async () => {
    const levels: [string, ...string[]][] = [
      ['MEDIUM', 'git', 'status'],
      ['MEDIUM', 'npm', 'test'],
      ['MEDIUM', 'node', 'count.mjs'],
      ['MEDIUM', 'python3', 'src/main.py'],
      ['HIGH', 'gcc', 'x.c'],
      ['HIGH', 'tar', '-cf', 'x.tar', 'src'],
      ['HIGH', 'zip', 'x.zip', 'README.md'],
      ['HIGH', 'locate', 'x'],
      ['HIGH', 'node', '-e', '1'],
      ['HIGH', 'python3', '-c', '1'],
    ]
    for (const [risk_level, command, ...args] of levels) {
      const asked = await run(command as string, ...args)
      expect(await world().operator.approval(asked.approval_id as string), command).toMatchObject({ risk_level })
      await world().operator.reject(asked.approval_id as string)
    }
  },
)

scenario('a script runs when approved, and an exit code is not a failure', { verifies: ['commands.exit-code'] }, async () => {
  expect(await runScript(world(), 'ends.mjs', "console.log('out'); console.error('err'); process.exit(3)\n")).toMatchObject({
    status: 'completed',
    result: { success: false, stdout: 'out\n', stderr: 'err\n', exit_code: 3, isolation: 'sandbox' },
  })
})
