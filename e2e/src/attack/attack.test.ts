// One attack of each class, as each user; `npm run attack` tries all of them.
import { expect, test } from 'vitest'
import { ATTACK_GROUPS } from './attacks.ts'
import type { Outcome } from './play.ts'
import { attackUsers, playAs } from './play-as.ts'

const samples = ATTACK_GROUPS.flatMap(({ name, attacks }) =>
  attacks.filter(({ sample }) => sample).map(({ title }) => ({ group: name, title, reached: null })),
)

for (const user of attackUsers()) {
  test(`with server and runner as ${user.name}, one attack of each class is held`, { timeout: 600_000 }, async () => {
    const outcomes: Outcome[] = []
    for await (const outcome of playAs(user, ['--sample'])) outcomes.push(outcome)
    expect(outcomes).toEqual(samples)
  })
}
