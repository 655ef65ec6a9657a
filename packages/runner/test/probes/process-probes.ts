// Ways to other processes, to more than a fair share of the machine, and to a life after the end.
import { readFileSync, statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type Probe, python, pythonSays, type Scene, sayIfDone } from './probe.ts'

const DAEMON = `setsid nohup sh -c "trap '' TERM HUP INT; while :; do date +%s%N > alive; sleep 0.03; done" >/dev/null 2>&1 &`

export const PROCESS_PROBES: readonly Probe[] = [
  {
    title: 'the environment of another process',
    line: ({ sleeperPid }) => `cat /proc/${sleeperPid}/environ /proc/$PPID/environ | tr "\\0" "\\n" | grep -a TOP`,
    reachesBare: true,
  },
  { title: 'the words of another process', line: ({ sleeperPid }) => sayIfDone(`cat /proc/${sleeperPid}/cmdline`), reachesBare: true },
  {
    title: 'a signal to another process',
    line: ({ sleeperPid }) => sayIfDone(`kill -0 ${sleeperPid}`),
    reachesBare: true,
  },
  {
    title: 'a signal to all',
    line: () => 'kill -9 -1',
    after: ({ isSleeperAlive }) => (isSleeperAlive() ? undefined : 'a process outside was ended'),
  },
  {
    title: 'the memory of who started it',
    line: () => `${python('import ctypes; assert ctypes.CDLL(None).ptrace(16, 1, 0, 0) == 0')}; ${sayIfDone('head -c 1 /proc/1/mem')}`,
  },
  { title: 'a secret of the runner’s environment', line: () => 'env | grep TOP' },
  { title: 'a descriptor that was left open', line: () => 'for n in $(seq 3 40); do cat <&$n; done' },
  {
    title: 'a folder through a descriptor that was left open',
    line: () => 'for n in $(seq 3 40); do ls /proc/self/fd/$n/.. 2>/dev/null | sed "s/^/REACHED /"; done',
  },
  {
    title: 'processes without end',
    line: () =>
      pythonSays(
        'import os, time\nn = 0\nwhile n < 10000:\n try: pid = os.fork()\n except OSError: break\n if pid == 0: time.sleep(20); os._exit(0)\n n += 1\nprint("REACHED" if n >= 10000 else "held", n)',
      ),
  },
  { title: 'memory without end', line: () => python('x = bytearray(9 * 1024**3)') },
  { title: 'a file without end', line: () => python('f = open("big", "wb"); f.truncate(5 * 1024**3)'), after: bigFile },
  {
    title: 'folders in memory without end',
    line: () =>
      pythonSays(
        'import os\nfor d in ("/tmp", "/run", "/dev/shm", "/dev", "/home/user", "/"):\n s = os.statvfs(d)\n if not s.f_flag & os.ST_RDONLY and s.f_blocks * s.f_frsize > 1024**3: print("REACHED", d)',
      ),
  },
  {
    title: 'a core file',
    line: () => pythonSays('import resource; print("REACHED" if resource.getrlimit(resource.RLIMIT_CORE)[1] else "held")'),
  },
  { title: 'limits that can be raised again', line: () => python('import resource; resource.setrlimit(resource.RLIMIT_NPROC, (-1, -1))') },
  { title: 'a life after a normal end', line: () => `${DAEMON} sleep 0.3`, after: nobodyWrites },
  { title: 'a life after the time limit', line: () => `${DAEMON} sleep 30`, endsByTime: true, after: nobodyWrites },
  {
    title: 'a life by going into the background twice',
    line: () =>
      `${pythonSays('import os, time\nif os.fork() == 0:\n os.setsid()\n if os.fork() == 0:\n  while True:\n   open("alive", "w").write(str(time.time_ns())); time.sleep(0.03)\n os._exit(0)\ntime.sleep(0.3)')} >/dev/null 2>&1 </dev/null`,
    after: nobodyWrites,
  },
]

function bigFile({ root }: Scene): string | undefined {
  const size = statSync(`${root}/big`, { throwIfNoEntry: false })?.size ?? 0
  return size > 4 * 1024 ** 3 ? `the file has ${size} bytes` : undefined
}

async function nobodyWrites({ root }: Scene): Promise<string | undefined> {
  const before = readFileSync(`${root}/alive`, 'utf8')
  await wait(200)
  return readFileSync(`${root}/alive`, 'utf8') === before ? undefined : 'it still writes'
}
