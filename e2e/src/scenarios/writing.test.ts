// Writing: always needs approval, shown as a diff, bound to what was shown.
import { chmodSync, lstatSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { digestOf } from '@countersign/protocol'
import { expect } from 'vitest'
import { scenario } from '../scenario.ts'
import { callAndApprove, sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld()
const write = (path: string, content = 'x\n', more: object = {}) => world().agent.call('write_file', { path, content, ...more })

async function withdraw(toolId: string): Promise<void> {
  await world().operator.post(`/my/projects/${world().projectId}/tools/${toolId}/cancel`)
}

scenario(
  'an agent changes config.json: previewed, asked, approved, written',
  {
    verifies: [
      'tools.write',
      'settled.write-asked',
      'risk.medium.writes',
      'risk.medium.seconds',
      'approvals.sentence',
      'approvals.parameters',
      'approvals.preview-diff',
      'approvals.risk',
      'approvals.who',
      'approvals.time-left',
      'approvals.scopes',
      'approvals.previewed-by-runner',
      'approvals.base-digests',
      'approvals.approve',
      'risk.reasons',
      'rest.wait-question',
      'rest.approve',
      'clearance.by',
      'settled.states',
    ],
  },
  async () => {
    const before = await world().workspace.read('config.json')
    const content = '{"api_url": "http://new.api.com"}\n'
    const { asked, approval, view } = await callAndApprove(world(), 'write_file', { path: 'config.json', content })
    expect(asked).toMatchObject({ status: 'awaiting_approval' })
    expect(approval).toMatchObject({
      status: 'pending',
      kind: 'approval',
      tool_name: 'write_file',
      tool_params: { path: 'config.json', content },
      description: 'Write config.json',
      risk_level: 'MEDIUM',
      timeout_seconds: 300,
      base_digests: { 'config.json': digestOf(before) },
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(approval.agent).not.toBe('')
    expect(approval.reasons.length).toBeGreaterThan(0)
    expect(Date.parse(approval.expires_at) - Date.parse(approval.created_at)).toBe(300_000)
    expect(approval.scopes.map(({ scope }) => scope)).toEqual(['once', 'class', 'class', 'session', 'project'])
    expect(approval.scopes.every(({ label, covers }) => label !== '' && covers !== '')).toBe(true)
    expect(approval.preview).toMatchObject({
      kind: 'diff',
      files: [{ path: 'config.json', change: 'modify', diff: expect.stringContaining(`-${before}+${content}`) }],
    })
    expect(view).toMatchObject({ status: 'completed', requires_approval: true, cleared_by: { kind: 'person', approval_id: approval.id } })
    expect(view.result).toMatchObject({
      success: true,
      path: 'config.json',
      size: content.length,
      bytes_written: content.length,
      created: false,
    })
    expect(await world().workspace.read('config.json')).toBe(content)
  },
)

scenario('a new file makes its parent folders', { verifies: ['paths.parents', 'paths.atomic'] }, async () => {
  const { view } = await callAndApprove(world(), 'write_file', { path: 'notes/deep/today.md', content: '# Today\n' })
  expect(view.result).toMatchObject({ created: true, created_directories: ['notes', 'notes/deep'] })
  expect(await world().workspace.read('notes/deep/today.md')).toBe('# Today\n')
  expect(readdirSync(world().workspace.at('notes/deep'))).toEqual(['today.md'])
})

scenario('appending keeps line ends, byte order mark and mode', { verifies: ['tools.write.append', 'paths.survives-append'] }, async () => {
  await world().workspace.write('windows.txt', '\ufeffone\r\ntwo')
  chmodSync(world().workspace.at('windows.txt'), 0o640)
  const { view } = await callAndApprove(world(), 'write_file', { path: 'windows.txt', content: '\r\nthree', mode: 'append' })
  expect(view).toMatchObject({ status: 'completed', result: { bytes_written: 7 } })
  expect(readFileSync(world().workspace.at('windows.txt'), 'utf8')).toBe('\ufeffone\r\ntwo\r\nthree')
  expect(statSync(world().workspace.at('windows.txt')).mode & 0o777).toBe(0o640)
})

scenario(
  'risk goes by the file',
  { verifies: ['tools.write.never-low', 'risk.high.writes', 'risk.high.runs-by-itself', 'risk.high.seconds', 'settled.sh-conf'] },
  async () => {
    const levels = {
      'a.txt': 'MEDIUM',
      'a.py': 'MEDIUM',
      'a.tsx': 'MEDIUM',
      'deploy.sh': 'HIGH',
      'x.conf': 'HIGH',
      strange: 'HIGH',
      'package.json': 'HIGH',
      Makefile: 'HIGH',
      '.github/workflows/ci.yml': 'HIGH',
    }
    for (const [path, risk_level] of Object.entries(levels)) {
      const asked = await write(path)
      const approval = await world().operator.approval(asked.approval_id as string)
      expect(approval, path).toMatchObject({ risk_level, timeout_seconds: risk_level === 'HIGH' ? 600 : 300 })
      await withdraw(asked.tool_id)
    }
    const { view } = await callAndApprove(world(), 'write_file', { path: 'deploy.sh', content: 'echo deploy\n' })
    expect(view).toMatchObject({ status: 'completed', risk_level: 'HIGH' })
  },
)

scenario('some file types are never written', { verifies: ['paths.forbidden-types', 'paths.extension-case'] }, async () => {
  for (const path of ['a.exe', 'a.bin', 'a.so', 'a.dll', 'a.dylib', 'a.sys', 'a.msi', 'a.scr', 'a.com', 'A.EXE']) {
    const call = await write(path)
    expect(call, path).toMatchObject({ status: 'failed', error_code: 'PERMISSION_DENIED' })
    expect(call.error).toContain('File type not allowed')
  }
})

scenario('a sensitive file is not written, nor anything outside', { verifies: ['paths.sensitive-write'] }, async () => {
  expect(await write('.env')).toMatchObject({ status: 'failed', error_code: 'SENSITIVE_FILE' })
  expect(await write('../x.md')).toMatchObject({ status: 'failed', error_code: 'PATH_OUTSIDE_WORKSPACE' })
  symlinkSync(world().data.at('outside.md'), world().workspace.at('out.md'))
  expect(await write('out.md')).toMatchObject({ status: 'failed', error_code: 'PATH_OUTSIDE_WORKSPACE' })
  expect(world().data.has('outside.md')).toBe(false)
})

scenario(
  'a write through a link that stays inside replaces the target',
  { verifies: ['paths.link-inside', 'risk.resolved-name'] },
  async () => {
    await world().workspace.write('target.md', 'old\n')
    symlinkSync('target.md', world().workspace.at('link.md'))
    await callAndApprove(world(), 'write_file', { path: 'link.md', content: 'new\n' })
    expect(lstatSync(world().workspace.at('link.md')).isSymbolicLink()).toBe(true)
    expect(await world().workspace.read('target.md')).toBe('new\n')
    await world().workspace.write('package.json', '{}\n')
    symlinkSync('package.json', world().workspace.at('harmless.md'))
    const asked = await write('harmless.md')
    expect(await world().operator.approval(asked.approval_id as string)).toMatchObject({ risk_level: 'HIGH' })
    await withdraw(asked.tool_id)
  },
)

scenario(
  'a file that changed after it was shown is not written',
  { verifies: ['paths.file-changed', 'approvals.what-was-shown'] },
  async () => {
    await world().workspace.write('moving.md', 'one\n')
    const asked = await write('moving.md', 'two\n')
    await world().workspace.write('moving.md', 'changed by the person\n')
    await world().operator.approve(asked.approval_id as string)
    expect(await world().agent.end(asked.tool_id)).toMatchObject({ status: 'failed', error_code: 'FILE_CHANGED' })
    expect(await world().workspace.read('moving.md')).toBe('changed by the person\n')
  },
)

scenario('what became riskier after it was shown does not run', { verifies: ['risk.runner-rates-again'] }, async () => {
  await world().workspace.write('page.md', 'one\n')
  const asked = await write('page.md', 'one\n')
  const { workspace } = world()
  await workspace.write('Makefile', 'one\n')
  rmSync(workspace.at('page.md'))
  symlinkSync('Makefile', workspace.at('page.md'))
  await world().operator.approve(asked.approval_id as string)
  const { status, error_code } = await world().agent.end(asked.tool_id)
  expect(status).toBe('failed')
  expect(['INPUT_CHANGED', 'FILE_CHANGED']).toContain(error_code)
  expect(await workspace.read('Makefile')).toBe('one\n')
})

scenario('characters that hide are made visible', { verifies: ['approvals.visible'] }, async () => {
  const asked = await world().agent.call('execute_command', { command: 'node', args: ['count.mjs', 'a\u202eb\u200bc'] })
  const { description } = await world().operator.approval(asked.approval_id as string)
  expect(description).not.toMatch(/[\u202e\u200b]/)
  await withdraw(asked.tool_id)
})
