// Replaces 'vitest' while mutants are tested: collects the tests instead of running them, so that one process can run them for many
// mutants. The judgement is pure, so tests have no side effects. Implements only what the tests of the judgement use.
import { format } from 'node:util'

export { expect } from 'vitest'

export interface CollectedTest {
  readonly name: string
  readonly file: string
  readonly run: () => unknown
  /** How long it took in its last run. */
  milliseconds: number
}

type Body<Values extends unknown[] = []> = (...values: Values) => unknown

export const collectedTests = new Map<string, CollectedTest>()
const place = { file: '', suites: [] as string[] }

export async function collectFrom(file: string, load: () => Promise<unknown>): Promise<void> {
  place.file = file
  await load()
}

export function describe(name: string, body: () => void): void {
  place.suites.push(name)
  body()
  place.suites.pop()
}

function collect(title: string, ...rest: readonly unknown[]): void {
  const name = [...place.suites, title].join(' > ')
  const unique = collectedTests.has(`${place.file}#${name}`) ? `${name} (${collectedTests.size})` : name
  // A test may have options between its name and its body.
  collectedTests.set(`${place.file}#${unique}`, { name: unique, file: place.file, run: rest.at(-1) as Body, milliseconds: 0 })
}

const each =
  (cases: readonly unknown[]) =>
  (title: string, body: Body<unknown[]>): void => {
    const areLists = cases.every((one) => Array.isArray(one))
    for (const one of cases) {
      const values = areLists ? (one as unknown[]) : [one]
      collect(nameCase(title, values), () => body(...values))
    }
  }

/** `%s` and `%j` take a value each, `$field` a field of the object. */
function nameCase(title: string, values: readonly unknown[]): string {
  const places = title.match(/%[sj]/g)?.length ?? 0
  const fields = Object(values[0]) as Record<string, unknown>
  return format(title, ...values.slice(0, places)).replace(/\$(\w+)/g, (whole, field) => String(fields[field] ?? whole))
}

export const test = Object.assign(collect, { each })
export const it = test
