// gcc: every word that is not an option is a file; options take paths or text, attached or as the next word.
import { sentence } from '@countersign/protocol'
import { finding, joinReadings, type Reading, reading } from '../reading.ts'
import { GCC_PATHS, GCC_REASONS, GCC_TEXTS } from '../tables/gcc.ts'

export function readGcc(args: readonly string[]): Reading {
  const parts = [finding('HIGH', 'command.compiles')]
  for (let index = 0; index < args.length; index++) {
    const word = args[index] as string
    parts.push(
      ...GCC_REASONS.filter(([start]) => word.startsWith(start)).map(([start, reason]) =>
        finding('HIGH', sentence('option.about', { option: `gcc ${start}`, effect: sentence(reason) })),
      ),
    )
    if (GCC_PATHS.includes(word)) parts.push(readPath(args[++index], index))
    else if (GCC_TEXTS.includes(word)) parts.push(readText(word, args[++index]))
    else if (word.startsWith('@')) parts.push(readPath(word.slice(1), index))
    else if (word === '-') parts.push(finding('HIGH', 'command.compiles-input'))
    else if (word.startsWith('-')) parts.push(readAttached(word, index))
    else parts.push(readPath(word, index))
  }
  return joinReadings(...parts)
}

const readPath = (path: string | undefined, index: number): Reading =>
  path === undefined ? finding('HIGH', 'command.some-option-lacks-value') : reading({ paths: [{ index, path, use: 'read' }] })

/** What -X passes to another program may be a path there. */
const readText = (option: string, value: string | undefined): Reading =>
  reading({ suspects: value !== undefined && option.startsWith('-X') ? [value] : [] })

/** `-I../x`, `--sysroot=/x`, `-Wl,-rpath,/x`: an attached path must stay inside the workspace. */
function readAttached(word: string, index: number): Reading {
  if (/^-[DU]/.test(word)) return reading({})
  const option = [...GCC_PATHS].sort((a, b) => b.length - a.length).find((name) => word.startsWith(name) && word.length > name.length)
  const value = option === undefined ? undefined : word.slice(option.length).replace(/^=/, '')
  const suspects = [word, ...word.split(/[,=]/).slice(1)]
  return value !== undefined && /^[./~\\]/.test(value) ? joinReadings(readPath(value, index), reading({ suspects })) : reading({ suspects })
}
