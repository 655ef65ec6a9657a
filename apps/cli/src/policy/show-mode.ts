// A project's mode on a terminal: what it means, and where calls are judged in another.
import type { Mode, ModeLimit } from '@countersign/protocol'

const MEANINGS: Readonly<Record<Mode, string>> = {
  strict: 'only the base list of commands, every shell line is asked about',
  ask: 'reading runs at once, every change is asked about',
  rehearse: 'as ask, and what changes only the workspace runs in a layer that you review',
}

const LIMITS: Readonly<Record<ModeLimit, string>> = {
  policy: 'the policy file allows no more',
  layers: 'this runner makes no layers yet',
}

export interface ShownMode {
  readonly mode: Mode
  readonly mode_in_effect: Mode
  readonly mode_limits: readonly ModeLimit[]
}

export function modeText({ mode, mode_in_effect, mode_limits }: ShownMode): string {
  const meaning = `${mode}: ${MEANINGS[mode]}`
  if (mode_in_effect === mode) return meaning
  return `${meaning}\n  judged as ${mode_in_effect} for now (${MEANINGS[mode_in_effect]}): ${mode_limits.map((limit) => LIMITS[limit]).join('; ')}`
}
