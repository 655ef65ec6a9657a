// A seccomp program for bubblewrap: system calls that no build, test or reading command needs and that widen the kernel's
// surface (tracing others, mounts, keys, modules, io_uring, other namespaces) answer "not permitted". Sockets are of the
// families that namespaces hold apart; others (vsock reaches the machine around a virtual one) are "not supported".

const LOAD_WORD = 0x20
const JUMP_IF_EQUAL = 0x15
const JUMP_IF_AT_LEAST = 0x35
const RETURN = 0x06

const ALLOW = 0x7fff0000
const NOT_PERMITTED = 0x00050001
const FAMILY_NOT_SUPPORTED = 0x00050061
const KILL_PROCESS = 0x80000000

const SYSTEM_CALL_NUMBER = 0
const ARCHITECTURE = 4
const FIRST_ARGUMENT = 16
// On x86-64 the same calls have second numbers from here on (x32).
const X32_NUMBERS = 0x40000000

// mount_setattr, open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, io_uring_*: the same number everywhere.
const COMMON = [425, 426, 427, 428, 429, 430, 431, 432, 433, 442]

// AF_UNIX, AF_INET, AF_INET6, AF_NETLINK.
const FAMILIES = [1, 2, 10, 16]

interface Architecture {
  readonly audit: number
  readonly socket: number
  readonly denied: readonly number[]
}

const ARCHITECTURES: Partial<Record<NodeJS.Architecture, Architecture>> = {
  // ptrace syslog pivot_root acct mount umount2 swapon swapoff reboot iopl ioperm init_module delete_module quotactl kexec_load
  // add_key request_key keyctl unshare perf_event_open name_to_handle_at open_by_handle_at setns process_vm_readv
  // process_vm_writev finit_module kexec_file_load bpf userfaultfd
  x64: {
    audit: 0xc000003e,
    socket: 41,
    denied: [
      101,
      103,
      155,
      163,
      165,
      166,
      167,
      168,
      169,
      172,
      173,
      175,
      176,
      179,
      246,
      248,
      249,
      250,
      272,
      298,
      303,
      304,
      308,
      310,
      311,
      313,
      320,
      321,
      323,
      ...COMMON,
    ],
  },
  // umount2 mount pivot_root quotactl acct unshare kexec_load init_module delete_module syslog ptrace reboot add_key request_key
  // keyctl swapon swapoff perf_event_open name_to_handle_at open_by_handle_at setns process_vm_readv process_vm_writev
  // finit_module bpf userfaultfd kexec_file_load
  arm64: {
    audit: 0xc00000b7,
    socket: 198,
    denied: [
      39,
      40,
      41,
      60,
      89,
      97,
      104,
      105,
      106,
      116,
      117,
      142,
      217,
      218,
      219,
      224,
      225,
      241,
      264,
      265,
      268,
      270,
      271,
      273,
      280,
      282,
      294,
      ...COMMON,
    ],
  },
}

/** Undefined on a processor whose numbers we do not know. */
export function seccompFilter(architecture: NodeJS.Architecture = process.arch): Uint8Array | undefined {
  const known = ARCHITECTURES[architecture]
  if (!known) return undefined
  const checks = known.denied.length
  const program = [
    [LOAD_WORD, 0, 0, ARCHITECTURE],
    [JUMP_IF_EQUAL, 1, 0, known.audit],
    [RETURN, 0, 0, KILL_PROCESS],
    [LOAD_WORD, 0, 0, SYSTEM_CALL_NUMBER],
    [JUMP_IF_AT_LEAST, checks + 1, 0, X32_NUMBERS],
    ...known.denied.map((number, index) => [JUMP_IF_EQUAL, checks - index, 0, number]),
    [JUMP_IF_EQUAL, 1, FAMILIES.length + 3, known.socket],
    [RETURN, 0, 0, NOT_PERMITTED],
    [LOAD_WORD, 0, 0, FIRST_ARGUMENT],
    ...FAMILIES.map((family, index) => [JUMP_IF_EQUAL, FAMILIES.length - index, 0, family]),
    [RETURN, 0, 0, FAMILY_NOT_SUPPORTED],
    [RETURN, 0, 0, ALLOW],
  ] as [number, number, number, number][]
  return encode(program)
}

function encode(program: readonly [number, number, number, number][]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(program.length * 8))
  program.forEach(([code, whenTrue, whenFalse, value], index) => {
    bytes.setUint16(index * 8, code, true)
    bytes.setUint8(index * 8 + 2, whenTrue)
    bytes.setUint8(index * 8 + 3, whenFalse)
    bytes.setUint32(index * 8 + 4, value, true)
  })
  return new Uint8Array(bytes.buffer)
}
