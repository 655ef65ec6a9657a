// Ways to talk to somebody.
import { type Probe, python, pythonSays, type Scene, sayIfDone } from './probe.ts'

const connect = (family: string, address: string): string =>
  python(`import socket; s = socket.socket(socket.${family}); s.settimeout(2); s.connect(${address}); assert s.recv(1)`)

export const NETWORK_PROBES: readonly Probe[] = [
  {
    title: 'a service of this machine over TCP',
    line: ({ tcpPort }) => connect('AF_INET', `("127.0.0.1", ${tcpPort})`),
    reachesBare: true,
  },
  {
    title: 'the same through /dev/tcp of bash',
    line: ({ tcpPort }) => sayIfDone(`exec 3<>/dev/tcp/127.0.0.1/${tcpPort}; read -t 2 -n 1 -u 3`),
    reachesBare: true,
  },
  { title: 'the same over IPv6', line: ({ tcpPort }) => connect('AF_INET6', `("::ffff:127.0.0.1", ${tcpPort})`), reachesBare: true },
  {
    title: 'a datagram to this machine',
    line: ({ udpPort }) => datagram(`timeout 2 python3 -c 'import socket; ${sendTo(`("127.0.0.1", ${udpPort})`)}'`),
    after: arrived,
    reachesBare: true,
  },
  {
    title: 'a datagram through /dev/udp of bash',
    line: ({ udpPort }) => datagram(`echo x > /dev/udp/127.0.0.1/${udpPort}`),
    after: arrived,
    reachesBare: true,
  },
  { title: 'an address outside over TCP', line: () => connect('AF_INET', '("1.1.1.1", 53)') },
  { title: 'a datagram to an address outside', line: () => python(`import socket; ${sendTo('("1.1.1.1", 53)')}`) },
  { title: 'a name', line: () => python('import socket; socket.getaddrinfo("example.com", 80)') },
  { title: 'a raw socket', line: () => python('import socket; socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)') },
  { title: 'a packet socket', line: () => python('import socket; socket.socket(socket.AF_PACKET, socket.SOCK_RAW)') },
  { title: 'the machine around a virtual one (vsock)', line: () => python('import socket; socket.socket(40, socket.SOCK_STREAM)') },
  { title: 'the kernel’s own ciphers (AF_ALG)', line: () => python('import socket; socket.socket(38, socket.SOCK_SEQPACKET)') },
  { title: 'another interface than its own', line: () => 'grep -v -e lo: -e "|" /proc/net/dev | grep -q : && echo REACHED' },
  {
    title: 'an abstract unix socket of this machine',
    line: ({ abstractName }) => connect('AF_UNIX', `"\\\\0${abstractName}"`.replace('\\\\0', '\\0')),
    reachesBare: true,
  },
  { title: 'a unix socket beside the workspace', line: ({ socketPath }) => connect('AF_UNIX', `"${socketPath}"`), reachesBare: true },
  { title: 'a unix socket in the workspace', line: ({ root }) => connect('AF_UNIX', `"${root}/dev.sock"`), reachesBare: true },
  { title: 'the same for what only reads', line: ({ root }) => connect('AF_UNIX', `"${root}/dev.sock"`), risk: 'LOW', reachesBare: true },
  { title: 'any other socket of this machine', line: () => 'find / -xdev -type s ! -path "/proc/*" 2>/dev/null | sed "s/^/REACHED /"' },
  { title: 'somebody who waits at a pipe of the workspace', line: pipe, risk: 'LOW' },
  { title: 'the terminal of who started it', line: () => sayIfDone('echo x > /dev/tty') },
  {
    title: 'the terminal’s input, by typing into it',
    line: () =>
      pythonSays('import fcntl\nfor n in (0, 1, 2):\n try: fcntl.ioctl(n, 0x5412, b"x"); print("REACHED")\n except OSError: pass'),
  },
]

function sendTo(address: string): string {
  return `socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ${address})`
}

/** It can be sent, to nobody; what counts is whether it arrives. */
function datagram(line: string): string {
  return `${line}; sleep 0.1`
}

function arrived({ datagrams }: Scene): string | undefined {
  return datagrams() > 0 ? 'the datagram arrived' : undefined
}

function pipe({ root }: Scene): string {
  return `test -p ${root}/pipe && echo REACHED`
}
