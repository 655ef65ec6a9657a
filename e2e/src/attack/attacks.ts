// Every attack, grouped by target. A new group is one line here.
import type { AttackGroup } from './attack.ts'
import { COVERED_SECRETS } from './attacks/covered-secrets.ts'
import { DEVICES } from './attacks/devices.ts'
import { LATER_RUN } from './attacks/later-run.ts'
import { MASKING } from './attacks/masking.ts'
import { ONE_THREAD } from './attacks/one-thread.ts'
import { PLANTED_PROGRAMS } from './attacks/planted-programs.ts'
import { RULES } from './attacks/rules.ts'
import { SIGN_IN } from './attacks/sign-in.ts'
import { UNASKED_LINES } from './attacks/unasked-lines.ts'

export const ATTACK_GROUPS: readonly AttackGroup[] = [
  PLANTED_PROGRAMS,
  COVERED_SECRETS,
  UNASKED_LINES,
  LATER_RUN,
  RULES,
  SIGN_IN,
  DEVICES,
  MASKING,
  ONE_THREAD,
]

/** Groups and attacks whose title contains one of the words; all of them if there are no words. */
export function chooseAttacks(words: readonly string[]): readonly AttackGroup[] {
  const isChosen = (text: string) => words.some((word) => text.includes(word))
  if (words.length === 0) return ATTACK_GROUPS
  return ATTACK_GROUPS.map(({ name, attacks }) => ({
    name,
    attacks: attacks.filter(({ title }) => isChosen(name) || isChosen(title)),
  })).filter(({ attacks }) => attacks.length > 0)
}
