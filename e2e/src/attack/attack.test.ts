// One attack of each class, as each user; `npm run attack` tries all of them.
import { expect } from 'vitest'
import { scenario } from '../scenario.ts'
import { ATTACK_GROUPS } from './attacks.ts'
import type { Outcome } from './play.ts'
import { attackUsers, playAs } from './play-as.ts'

const samples = ATTACK_GROUPS.flatMap(({ name, attacks }) =>
  attacks.filter(({ sample }) => sample).map(({ title }) => ({ group: name, title, reached: null })),
)

for (const user of attackUsers()) {
  scenario(`with server and runner as ${user.name}, one attack of each class is held`, { verifies: [], seconds: 600 }, async () => {
    const outcomes: Outcome[] = []
    for await (const outcome of playAs(user, ['--sample'])) outcomes.push(outcome)
    expect(outcomes).toEqual(samples)
  })
}
