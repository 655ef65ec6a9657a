// zip: two-letter options, lists of patterns after -x and -i, and names from files or standard input.
import { sentence } from '@countersign/protocol'
import { finding, joinReadings, type Reading, reading } from '../reading.ts'
import { ZIP_DELETES, ZIP_PATTERN_LISTS, ZIP_VALUES } from '../tables/archives.ts'

export function readZip(args: readonly string[]): Reading {
  const parts = [finding('HIGH', 'command.packs-files')]
  let inPatterns = false
  for (let index = 0; index < args.length; index++) {
    const word = args[index] as string
    if (word.startsWith('-') && word !== '-') {
      inPatterns = ZIP_PATTERN_LISTS.has(word)
      parts.push(readOption(word))
      if (Object.hasOwn(ZIP_VALUES, word)) parts.push(readValue(word, args[++index], index))
    } else if (word === '@') inPatterns = false
    else if (!inPatterns && word !== '-') parts.push(reading({ paths: [{ index, path: word, use: 'read' }] }))
  }
  return joinReadings(...parts)
}

function readOption(word: string): Reading {
  if (ZIP_DELETES.has(word) || /^-[a-z]*m[a-z]*$/.test(word)) return finding('HIGH', sentence('command.zip-deletes', { option: word }))
  if (word === '-@') return finding('HIGH', 'command.zip-unjudged-names')
  // An attached value (`-b/tmp`, `-i@list`) may be a path.
  return reading({ suspects: [word] })
}

function readValue(option: string, value: string | undefined, index: number): Reading {
  if (value === undefined) return finding('HIGH', sentence('command.lacks-value', { what: `zip ${option}` }))
  if (ZIP_VALUES[option] === 'program') return finding('HIGH', sentence('command.zip-runs-program', { option }))
  return ZIP_VALUES[option] === 'path' ? reading({ paths: [{ index, path: value, use: 'output' }] }) : reading({})
}
