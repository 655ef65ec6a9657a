// A part of the link, and what wakes the loop over the parts. Each time the loop makes the same pass; each part starts what is due and says
// when it wants to be looked at again. Nothing else starts anything.
/** The closed list of what wakes the loop. */
export const WAKE_REASONS = [
  'started',
  'time',
  'hello-answered',
  'hello-failed',
  'stream-open',
  'stream-closed',
  'lease-renewed',
  'lease-lost',
  'signal',
  'preview-request',
  'cancel',
  'call-fetched',
  'preview-posted',
  'result-ready',
  'result-posted',
  'processes-changed',
  'secrets-changed',
  'offer-changed',
  'stopping',
] as const

export type WakeReason = (typeof WAKE_REASONS)[number]

export interface Part {
  /** Starts what is due at `now`; gives the next time at which something will be, if any. */
  reconcile(now: number): number | undefined
}
