// The descriptors from which a thread waits to read, as the kernel tells them: by the system call that it is in.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

export interface Waiting {
  /** A read that blocks needs input to go on; one that looks at several descriptors may be served by another. */
  readonly how: 'blocked' | 'polling'
  readonly descriptors: readonly number[]
}

type CallName = 'read' | 'poll' | 'select' | 'epoll'

/** By architecture, as numbered by the kernel. */
const CALLS: Readonly<Record<string, Readonly<Record<number, CallName>>>> = {
  x64: { 0: 'read', 19: 'read', 7: 'poll', 271: 'poll', 23: 'select', 270: 'select', 232: 'epoll', 281: 'epoll', 441: 'epoll' },
  arm64: { 63: 'read', 65: 'read', 73: 'poll', 72: 'select', 22: 'epoll', 441: 'epoll' },
}

const MAX_DESCRIPTORS = 1024
const POLL_ENTRY_BYTES = 8
const READABLE = 1

/** `folder` is that of a process or a thread. Undefined where it waits for something else; throws where that is not to be seen. */
export function waitedDescriptors(folder: string): Waiting | undefined {
  const [call, ...given] = readFileSync(`${folder}/syscall`, 'latin1').trim().split(' ')
  const name = CALLS[process.arch]?.[Number(call)]
  if (name === undefined || call === 'running') return undefined
  const numbers = given.map((word) => BigInt(word))
  const [first = 0n, second = 0n] = numbers
  if (name === 'read') return { how: 'blocked', descriptors: [Number(first)] }
  if (name === 'epoll') return { how: 'polling', descriptors: watchedBy(folder, Number(first)) }
  return { how: 'polling', descriptors: name === 'poll' ? polled(folder, first, second) : selected(folder, first, second) }
}

/** "tfd:       10 events:       19 data: …" */
function watchedBy(folder: string, descriptor: number): number[] {
  const lines = readFileSync(`${folder}/fdinfo/${descriptor}`, 'latin1').matchAll(/^tfd:\s*(\d+)\s+events:\s*([0-9a-f]+)/gm)
  return [...lines].flatMap(([, watched, events]) => (Number.parseInt(events ?? '0', 16) & READABLE ? [Number(watched)] : []))
}

function polled(folder: string, address: bigint, count: bigint): number[] {
  const entries = readMemory(folder, address, Math.min(Number(count), MAX_DESCRIPTORS) * POLL_ENTRY_BYTES)
  const found: number[] = []
  for (let at = 0; at + POLL_ENTRY_BYTES <= entries.length; at += POLL_ENTRY_BYTES)
    if (entries.readInt16LE(at + 4) & READABLE) found.push(entries.readInt32LE(at))
  return found
}

function selected(folder: string, count: bigint, address: bigint): number[] {
  if (address === 0n) return []
  const limit = Math.min(Number(count), MAX_DESCRIPTORS)
  const bits = readMemory(folder, address, Math.ceil(limit / 8))
  return Array.from({ length: limit }, (_, descriptor) => descriptor).filter(
    (descriptor) => ((bits[descriptor >> 3] ?? 0) >> (descriptor & 7)) & 1,
  )
}

function readMemory(folder: string, address: bigint, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  const memory = openSync(`${folder}/mem`, 'r')
  try {
    return buffer.subarray(0, bytes === 0 ? 0 : readSync(memory, buffer, 0, bytes, address))
  } finally {
    closeSync(memory)
  }
}
