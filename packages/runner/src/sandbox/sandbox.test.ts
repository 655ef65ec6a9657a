// Probes of the sandbox with real programs: what must not be reached is not reached, what must work works.
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { detectTestSandbox, runIn } from '../../test/hosts/run-in.ts'
import { createTemporaryWorkspace } from '../../test/hosts/temporary-workspace.ts'

const sandbox = await detectTestSandbox()
if (sandbox.reason) console.warn(`The sandbox is not tested: ${sandbox.reason}`)
if (sandbox.reason && process.env.CI) throw new Error(sandbox.reason)

const python = (code: string) => ['python3', '-c', code] as const

describe.skipIf(sandbox.isolation === 'none')('in the sandbox', () => {
  it.each([
    ['node', '-p', '1+1'],
    ['npm', '--version'],
    ['git', '--version'],
    ['python3', '-c', 'print(1)'],
    ['ls', '-la'],
    ['whoami'],
    ['date'],
  ])('%s runs', async (command, ...args) => {
    await using place = createTemporaryWorkspace()
    expect(await runIn({ ...place, sandbox })(command, ...args)).toMatchObject({ exitCode: 0, isolation: 'sandbox' })
  })

  it('one is an ordinary user without any right', async () => {
    await using place = createTemporaryWorkspace()
    const { stdout } = await runIn({ ...place, sandbox })(
      'sh',
      '-c',
      'id -u; grep -E "Cap(Eff|Prm|Bnd)|NoNewPrivs|Seccomp:" /proc/self/status',
    )
    expect(stdout).not.toMatch(/^0$/m)
    expect(stdout.match(/Cap\w+:\s+0000000000000000/g)).toHaveLength(3)
    expect(stdout).toMatch(/NoNewPrivs:\s+1/)
    expect(stdout).toMatch(/Seccomp:\s+2/)
  })

  it.each([
    ['a listening port of this machine', (port: number) => `import socket; socket.create_connection(("127.0.0.1", ${port}), 2)`],
    ['an address outside', () => 'import socket; socket.create_connection(("1.1.1.1", 53), 2)'],
    ['a datagram outside', () => 'import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("1.1.1.1", 53))'],
    ['a name', () => 'import socket; socket.getaddrinfo("example.com", 80)'],
    ['a raw socket', () => 'import socket; socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)'],
  ])('there is no network: %s', async (_, code) => {
    await using place = createTemporaryWorkspace()
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const outcome = await runIn({ ...place, sandbox })(...python(code(port)))
    server.close()
    expect(outcome.exitCode).toBe(1)
  })

  it('there is a network where it was granted', async () => {
    await using place = createTemporaryWorkspace()
    const server = createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const code = `import socket; print(socket.create_connection(("127.0.0.1", ${port}), 2).recv(9))`
    const outcome = await runIn({ ...place, sandbox, network: true })(...python(code))
    server.close()
    expect(outcome.stdout).toBe("b'hello'\n")
  })

  it.each([
    '/etc/bareCopy',
    '/etc/ssh',
    '/root',
    homedir(),
    '/var',
    '/sys',
    '/boot',
    '/srv',
    '/home/other',
    '/run/docker.sock',
    '/proc/1/root/etc/bareCopy',
  ])('%s cannot be read', async (path) => {
    await using place = createTemporaryWorkspace()
    const { stdout } = await runIn({ ...place, sandbox })(
      'sh',
      '-c',
      `cat ${path} 2>/dev/null; find ${path} -maxdepth 1 -type f 2>/dev/null`,
    )
    expect(stdout).toBe('')
  })

  it.each(['/usr/bin/x', '/etc/x', '/x', '/bin/x', '/proc/sys/kernel/hostname', '/proc/sys/kernel/core_pattern', '/home/x', '/opt/x'])(
    'nothing can be written at %s',
    async (path) => {
      await using place = createTemporaryWorkspace()
      expect((await runIn({ ...place, sandbox })('sh', '-c', `echo x > ${path}`)).exitCode).not.toBe(0)
    },
  )

  it('a file beside the workspace cannot be read', async () => {
    await using place = createTemporaryWorkspace({ '../beside.txt': 'secret' })
    expect((await runIn({ ...place, sandbox })('cat', '../beside.txt', place.at('../beside.txt'))).stdout).toBe('')
  })

  it('what is written beside the workspace never gets there', async () => {
    await using place = createTemporaryWorkspace()
    await runIn({ ...place, sandbox })('sh', '-c', 'echo x > ../beside.txt')
    expect(existsSync(place.at('../beside.txt'))).toBe(false)
  })

  it.each(['/proc/kcore', '/proc/kmsg', '/proc/keys', '/dev/mem', '/dev/kmsg', '/dev/sda', '/dev/vda'])(
    'the kernel keeps %s to itself',
    async (path) => {
      await using place = createTemporaryWorkspace()
      expect((await runIn({ ...place, sandbox, seconds: 2 })('head', '-c', '1', path)).stdout).toBe('')
    },
  )

  it('no setting of the kernel can be written, even by who is root outside', async () => {
    await using place = createTemporaryWorkspace()
    const script =
      'find /proc/sys /proc/sysrq-trigger /proc/irq /proc/fs -type f -writable 2>/dev/null | while read f; do (: >> $f) 2>/dev/null && echo $f; done'
    expect((await runIn({ ...place, sandbox })('sh', '-c', script)).stdout).toBe('')
  })

  it('what is written to a home or temporary folder is gone afterwards', async () => {
    await using place = createTemporaryWorkspace()
    const run = runIn({ ...place, sandbox })
    expect((await run('sh', '-c', 'echo x > ~/probe; echo x > /tmp/probe-inside; cat ~/probe')).stdout).toBe('x\n')
    expect((await run('sh', '-c', 'cat ~/probe /tmp/probe-inside')).stdout).toBe('')
    expect(existsSync('/tmp/probe-inside')).toBe(false)
  })

  it("the project's own cache is kept between commands", async () => {
    await using place = createTemporaryWorkspace()
    const run = runIn({ ...place, sandbox, cacheDir: place.at('../cache') })
    await run('sh', '-c', 'echo kept > ~/.cache/a')
    expect((await run('cat', '/home/user/.cache/a')).stdout).toBe('kept\n')
  })

  it('the workspace is read-only for what only reads, and writable for the rest', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': 'old' })
    expect((await runIn({ ...place, sandbox, risk: 'LOW' })('sh', '-c', 'echo new > a.txt; echo new > b.txt; rm a.txt')).exitCode).not.toBe(
      0,
    )
    expect(readFileSync(place.at('a.txt'), 'utf8')).toBe('old')
    expect((await runIn({ ...place, sandbox })('sh', '-c', 'echo new > a.txt; echo new > b.txt')).exitCode).toBe(0)
    expect(readFileSync(place.at('b.txt'), 'utf8')).toBe('new\n')
    expect(statSync(place.at('b.txt')).uid).toBe(process.getuid?.())
  })

  it('other processes can be neither seen nor traced', async () => {
    await using place = createTemporaryWorkspace()
    const { stdout } = await runIn({ ...place, sandbox })('sh', '-c', `ls /proc | grep -c "^[0-9]"; kill -0 ${process.pid}`)
    expect(Number(stdout.trim())).toBeLessThan(10)
    const traced = await runIn({ ...place, sandbox })(...python('import ctypes; print(ctypes.CDLL(None).ptrace(0, 0, 0, 0))'))
    expect(traced.stdout).toBe('-1\n')
  })

  it.each([
    ['a namespace of its own', 'unshare -U true'],
    ['a mount', 'mount -t tmpfs tmpfs /tmp'],
    ['a remount', `mount -o remount,rw,bind /usr`],
    ['a chroot', 'chroot / true'],
    ['a device', 'mknod /tmp/sda b 8 0'],
    ['another host name', 'hostname other'],
    ['another user', 'su -c true'],
  ])('%s cannot be had', async (_, line) => {
    await using place = createTemporaryWorkspace()
    expect((await runIn({ ...place, sandbox })('sh', '-c', line)).exitCode).not.toBe(0)
  })

  it('no descriptor of the runner or of who started it is left open', async () => {
    await using place = createTemporaryWorkspace()
    const { stdout } = await runIn({ ...place, sandbox })('find', '/proc/self/fd', '-printf', '%f %l\\n')
    const open = stdout
      .split('\n')
      .filter((line) => line !== '' && !line.endsWith('/dev/null') && !line.includes('/proc/') && !line.includes(place.root))
    expect(open.map((line) => line.split(' ')[0]).filter((name) => name !== 'fd')).toEqual(['1', '2'])
  })

  it('a file cannot grow without end', async () => {
    await using place = createTemporaryWorkspace()
    const code = 'f = open("big", "wb"); f.truncate(5 * 1024**3)'
    expect((await runIn({ ...place, sandbox })(...python(code))).exitCode).not.toBe(0)
    expect(statSync(place.at('big')).size).toBe(0)
  })

  it('memory cannot be taken without end', async () => {
    await using place = createTemporaryWorkspace()
    const { stderr } = await runIn({ ...place, sandbox })(...python('x = bytearray(9 * 1024**3)'))
    expect(stderr).toContain('MemoryError')
  })

  it('a project on a real path below a hidden folder still works', async () => {
    await using place = createTemporaryWorkspace()
    mkdirSync(place.at('src'))
    expect((await runIn({ root: place.at('src'), sandbox })('pwd')).stdout).toBe(`${place.at('src')}\n`)
  })
})
