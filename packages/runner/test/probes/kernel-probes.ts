// Ways to more rights, and to the kernel itself.
import { type Probe, python, pythonSays, sayIfDone } from './probe.ts'

// Numbers for x86-64 and arm64. A call that passes with nonsense as its arguments fails otherwise than "not permitted".
const CALLS: Readonly<Record<string, readonly [number, number]>> = {
  ptrace: [101, 117],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  unshare: [272, 97],
  setns: [308, 268],
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  open_by_handle_at: [304, 265],
  process_vm_readv: [310, 270],
  kexec_load: [246, 104],
  init_module: [175, 105],
  finit_module: [313, 273],
  fsopen: [430, 430],
  mount_setattr: [442, 442],
}

const systemCall = ([name, [intel, arm]]: [string, readonly [number, number]]): Probe => ({
  title: `the system call ${name}`,
  line: () =>
    pythonSays(
      `import ctypes, platform; c = ctypes.CDLL(None, use_errno=True); c.syscall({"x86_64": ${intel}, "aarch64": ${arm}}[platform.machine()], -1, 0, 0, 0, 0); print("held" if ctypes.get_errno() == 1 else "REACHED", ctypes.get_errno())`,
    ),
  after: (_, { stdout }) => (stdout.includes('held') ? undefined : `no answer: ${stdout}`),
})

const NEW_USER = 0x10000000

export const KERNEL_PROBES: readonly Probe[] = [
  ...Object.entries(CALLS).map(systemCall),
  {
    title: 'a user namespace of its own, by clone',
    line: () =>
      pythonSays(
        `import ctypes, os, platform; r = ctypes.CDLL(None, use_errno=True).syscall({"x86_64": 56, "aarch64": 220}[platform.machine()], ${NEW_USER} | 17, 0, 0, 0, 0)\nif r == 0: os._exit(0)\nif r > 0: print("REACHED")`,
      ),
  },
  { title: 'a namespace by unshare', line: () => `${sayIfDone('unshare -Ur true')}; ${sayIfDone('unshare -n true')}` },
  {
    title: 'a mount',
    line: () => `${sayIfDone('mount -t tmpfs x /tmp')}; ${sayIfDone('mount -o remount,rw,bind /usr')}; ${sayIfDone('mount --bind / /tmp')}`,
  },
  { title: 'another root', line: () => sayIfDone('chroot / true') },
  {
    title: 'a device',
    line: () => `${sayIfDone('mknod /tmp/x b 8 0')}; ${sayIfDone('mknod x c 1 1')}; find / -xdev -type b | sed "s/^/REACHED /"`,
  },
  {
    title: 'what the kernel tells nobody',
    line: () =>
      ['/proc/kcore', '/proc/kmsg', '/proc/keys', '/dev/mem', '/dev/kmsg', '/dev/sda', '/dev/vda', '/dev/nvme0n1']
        .map((file) => `test -n "$(timeout 1 head -c 1 ${file} 2>/dev/null | tr -d '\\0')" && echo REACHED ${file}`)
        .join('; '),
  },
  {
    title: 'a setting of the kernel',
    line: () =>
      'find /proc/sys /proc/sysrq-trigger /proc/irq /proc/fs /proc/bus -type f 2>/dev/null | while read f; do (: >> $f) 2>/dev/null && echo REACHED $f; done',
  },
  { title: 'another user', line: () => `${python('import os; os.setuid(0)')}; ${sayIfDone('su -c true')}; ${sayIfDone('sudo -n true')}` },
  { title: 'rights of a file with the user’s bit', line: () => 'cp /usr/bin/id s; chmod 6755 s; ./s -u | grep -x 0 && echo REACHED' },
  {
    title: 'any right at all',
    line: () =>
      'grep -E "^Cap(Eff|Prm|Bnd|Amb)" /proc/self/status | grep -v 0000000000000000 && echo REACHED; test $(id -u) = 0 && echo REACHED',
  },
  { title: 'another name of the machine', line: () => sayIfDone('hostname other') },
]
