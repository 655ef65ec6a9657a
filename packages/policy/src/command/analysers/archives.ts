// tar, zip, unzip: which words are archives, members and target folders, and what else they would do.
import { sentence } from '@countersign/protocol'
import { printable } from '../../risk/index.ts'
import { readFloor, readOptionsAndOperands } from '../apply-table.ts'
import { readOptions } from '../read-options.ts'
import { finding, joinReadings, type Reading, reading } from '../reading.ts'
import { TAR, UNZIP } from '../tables/archives.ts'

const PACKS = new Set(['-c', '--create', '-r', '--append', '-u', '--update'])

export function readTar(args: readonly string[]): Reading {
  const modern = modernise(args)
  const read = readOptions(modern.args, TAR)
  const archives = read.options.filter((option) => (option.name === '-f' || option.name === '--file') && option.value !== undefined)
  const remote = archives.filter((option) => /^[^/]*:/.test(option.value ?? ''))
  const local = { ...read, options: read.options.filter((option) => !remote.includes(option)) }
  const found = joinReadings(
    readFloor(TAR),
    readOptionsAndOperands(local, TAR, modern.args),
    ...remote.map((option) => ({
      ...finding('HIGH', sentence('command.remote-archive', { archive: printable(option.value ?? '') })),
      network: true,
    })),
    read.options.some((option) => PACKS.has(option.name)) ? finding('HIGH', 'command.packs-folders') : reading({}),
  )
  return { ...found, paths: found.paths.map((path) => ({ ...path, index: modern.indexes[path.index] ?? path.index })) }
}

/** `tar xzf a.tar -C d`: letters without a dash take their values in order from the words that follow. */
function modernise(args: readonly string[]): { readonly args: readonly string[]; readonly indexes: readonly number[] } {
  const first = args[0] ?? ''
  if (first === '' || first.startsWith('-')) return { args, indexes: args.map((_, index) => index) }
  const words: string[] = []
  const indexes: number[] = []
  let next = 1
  const push = (word: string, index: number): void => {
    words.push(word)
    indexes.push(index)
  }
  for (const letter of Array.from(first)) {
    push(`-${letter}`, 0)
    const value = args[next]
    if ('bfCFgHIKLNTVX'.includes(letter) && value !== undefined) push(value, next++)
  }
  for (const [offset, word] of args.slice(next).entries()) push(word, next + offset)
  return { args: words, indexes }
}

/** After -x, words are members that are left out. */
export function readUnzip(args: readonly string[]): Reading {
  const excluded = args.indexOf('-x')
  const before = excluded < 0 ? args : args.slice(0, excluded)
  const after = excluded < 0 ? [] : args.slice(excluded + 1)
  const folder = after.findIndex((word) => word.startsWith('-d'))
  const rest = folder < 0 ? before : [...before, ...after.slice(folder)]
  const found = joinReadings(readFloor(UNZIP), readOptionsAndOperands(readOptions(rest, UNZIP), UNZIP, rest))
  const shift = rest.length === args.length ? 0 : excluded + 1 + folder - before.length
  return { ...found, paths: found.paths.map((path) => (path.index < before.length ? path : { ...path, index: path.index + shift })) }
}
