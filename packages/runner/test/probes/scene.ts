// What lies around the sandbox while a probe runs: services that answer, a process with a secret, files beside the workspace.
import { spawn, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Scene, SECRET } from './probe.ts'

const FILES = {
  'a.txt': 'plain\n',
  'src/b.txt': 'plain\n',
  'swapped/secret.txt': 'plain\n',
  '.env': SECRET,
  'deep/server.key': SECRET,
  '.kube/config': SECRET,
  'deploy/secrets/token': SECRET,
  '.vscode/tasks.json': 'old',
  '.github/workflows/ci.yml': 'old',
  '.husky/pre-commit': 'old',
  '.git/hooks/pre-push': 'old',
}

export interface Surroundings extends AsyncDisposable {
  /** A fresh workspace among the same surroundings. */
  scene(): Promise<Scene & AsyncDisposable>
}

function putFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

async function answerAt(address: object | string): Promise<import('node:net').Server> {
  const server = createServer((socket) => socket.on('error', () => socket.destroy()).end('!'))
  server.listen(address as string)
  await once(server, 'listening')
  return server
}

async function startSleeper(): Promise<{ pid: number; isAlive: () => boolean; end: () => void }> {
  const child = spawn('sleep', ['600'], { env: { ...process.env, THEIR_TOKEN: SECRET }, stdio: 'ignore' })
  await once(child, 'spawn')
  return { pid: child.pid as number, isAlive: () => child.exitCode === null && child.signalCode === null, end: () => child.kill('SIGKILL') }
}

export async function openSurroundings(othersFile: string): Promise<Surroundings> {
  await using stack = new AsyncDisposableStack()
  const outer = stack.adopt(realpathSync(mkdtempSync(join(tmpdir(), 'countersign-probes-'))), (path) =>
    rmSync(path, { recursive: true, force: true }),
  )
  const secretFile = join(outer, 'beside/secret.txt')
  const home = join(outer, 'home')
  putFile(secretFile, SECRET)
  putFile(join(home, '.ssh/id_rsa'), SECRET)
  const abstractName = `countersign-${process.pid}`
  const [tcp, abstract, path] = [
    await answerAt({ port: 0, host: '::' }),
    await answerAt(`\0${abstractName}`),
    await answerAt(join(outer, 'beside/service.sock')),
  ]
  for (const server of [tcp, abstract, path]) stack.defer(() => void server.close())
  const udp = stack.adopt(createSocket('udp4').bind(0, '127.0.0.1'), (socket) => void socket.close())
  await once(udp, 'listening')
  let datagrams = 0
  udp.on('message', () => datagrams++)
  const sleeper = stack.adopt(await startSleeper(), ({ end }) => void end())
  const { port: tcpPort } = tcp.address() as AddressInfo
  const facts = {
    secretFile,
    othersFile,
    home,
    tcpPort,
    udpPort: udp.address().port,
    abstractName,
    socketPath: join(outer, 'beside/service.sock'),
  }
  const opened = stack.move()
  let count = 0
  return {
    scene: async () => {
      const own = join(outer, String(++count))
      const root = join(own, 'ws')
      const socket = await fillWorkspace(root)
      datagrams = 0
      return {
        ...facts,
        root,
        sleeperPid: sleeper.pid,
        quarantineDir: join(own, 'quarantine'),
        datagrams: () => datagrams,
        isSleeperAlive: sleeper.isAlive,
        [Symbol.asyncDispose]: async () => {
          socket.close()
          // A probe may have taken every right away.
          spawnSync('chmod', ['-R', 'u+rwx', own])
          rmSync(own, { recursive: true, force: true })
        },
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function fillWorkspace(root: string): Promise<import('node:net').Server> {
  mkdirSync(root, { recursive: true })
  spawnSync('git', ['init', '-q', root])
  for (const [name, content] of Object.entries(FILES)) putFile(join(root, name), content)
  spawnSync('mkfifo', [join(root, 'pipe')])
  return answerAt(join(root, 'dev.sock'))
}
