// The options of the fuzzers' command line.
import { parseArgs } from 'node:util'

export interface Options {
  readonly only: readonly string[]
  /** Cases of each fuzzer; its default number if neither this nor a time is given. */
  readonly count: number | undefined
  /** Shared by the fuzzers that run. */
  readonly minutes: number | undefined
  readonly seed: number
}

const USAGE = `npm run fuzz -- [--minutes N | --count N] [--only NAME,…] [--seed S]
  --minutes  how long, shared by the fuzzers that run
  --count    how many cases of each
  --only     the fuzzers with these names
  --seed     where to begin; a failure names its own`

export function readOptions(args: readonly string[], names: readonly string[]): Options {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: text,
      count: text,
      seed: text,
      help: { type: 'boolean', default: false },
      only: { ...text, multiple: true, default: [] },
    },
  })
  if (values.help) {
    console.log(`${USAGE}\n\nFuzzers: ${names.join(', ')}`)
    process.exit(0)
  }
  const only = values.only.flatMap((value) => value.split(','))
  const unknown = only.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`No fuzzer ${unknown.join(', ')}; there are ${names.join(', ')}`)
  return { only, count: readNumber(values.count), minutes: readNumber(values.minutes), seed: readNumber(values.seed) ?? newSeed() }
}

/** A little less than 2^20, because fuzzers make several 32-bit seeds from each. */
const newSeed = (): number => Math.floor(Math.random() * 1_000_000)

function readNumber(text: string | undefined): number | undefined {
  const number = text === undefined ? undefined : Number(text)
  if (number !== undefined && !(number >= 0)) throw new Error(`${text} is not a number`)
  return number
}
