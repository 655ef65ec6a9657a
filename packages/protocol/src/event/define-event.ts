// One entry of the event registry: when it happens, whether the log keeps it, who may see it, and its fields.
import * as z from 'zod'
import { timeSchema } from '../execution/state.ts'

/** Who follows a project's stream. A token with both roles sees what either may see. */
export type Reader = 'operator' | 'runner'

interface Described<Seen extends readonly Reader[]> {
  /** One sentence for the reference page. */
  readonly when: string
  readonly seenBy: Seen
  /** How an operator sees it, where that is not the event itself. */
  readonly operatorSees?: string
}

interface Fields {
  readonly [name: string]: z.ZodType
}

/** In the log, with an id. `logged` are fields that only the row has: for whoever checks the log, not for whoever follows it. */
interface DurableInput<Event extends Fields, Logged extends Fields> extends Described<readonly Reader[]> {
  readonly fields: Event
  readonly logged?: Logged
}

const time = { timestamp: timeSchema }

/** The row has the fields of the event, and those that only the log keeps. */
export const durable = <Event extends Fields, Logged extends Fields = Record<never, never>>({
  fields,
  logged = {} as Logged,
  ...about
}: DurableInput<Event, Logged>) => ({
  ...about,
  isDurable: true as const,
  event: z.object({ ...fields, ...time }),
  row: z.strictObject({ ...fields, ...logged, ...time }),
})

/** The row is not what the runner gets: the event has raw parameters and a clearance, which the log must not hold. */
export const renderedForRunner = <Event extends Fields, Row extends Fields>({
  fields,
  row,
  ...about
}: Described<readonly Reader[]> & { readonly fields: Event; readonly row: Row }) => ({
  ...about,
  isDurable: true as const,
  event: z.object({ ...fields, ...time }),
  row: z.strictObject({ ...row, ...time }),
})

/** Sent to whoever follows now; not in the log. */
export const transient = <Event extends Fields>({ fields, ...about }: Described<readonly Reader[]> & { readonly fields: Event }) => ({
  ...about,
  isDurable: false as const,
  event: z.object(fields),
})
