// The options of the benchmark's command line.
import { parseArgs } from 'node:util'

export interface Options {
  readonly quick: boolean
  readonly json: boolean
  readonly strict: boolean
  readonly only: readonly string[]
}

export const USAGE = `node bench/src/main.ts [--quick] [--only NAME,…] [--json] [--strict]
  --quick    fewer blocks, at most 1,000 streams
  --only     the measures with these names
  --json     print JSON instead of a table
  --strict   exit 1 when a figure is beyond the value at which it fails`

export function readOptions(args: readonly string[], names: readonly string[]): Options {
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args: [...args],
    options: { quick: flag, json: flag, strict: flag, help: flag, only: { type: 'string', multiple: true, default: [] } },
  })
  if (values.help) {
    console.log(`${USAGE}\n\nMeasures: ${names.join(', ')}`)
    process.exit(0)
  }
  const only = values.only.flatMap((value) => value.split(','))
  const unknown = only.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`No measure ${unknown.join(', ')}; there are ${names.join(', ')}`)
  return { quick: values.quick, json: values.json, strict: values.strict, only }
}
