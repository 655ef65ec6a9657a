// Runs every chosen attack as the user of this process, each in its own world; prints a line of JSON as each one ends.
import type { Attack } from './attack.ts'
import { chooseAttacks } from './attacks.ts'
import { openScene } from './scene.ts'

export interface Outcome {
  readonly group: string
  readonly title: string
  /** What the attacker reached; null if every defence held. */
  readonly reached: string | null
}

export async function attemptAttack({ run, world }: Attack): Promise<string | null> {
  await using scene = await openScene(world)
  return (await run(scene)) ?? null
}

async function playAll(words: readonly string[], isSample: boolean): Promise<void> {
  for (const { name, attacks } of chooseAttacks(words)) {
    for (const attack of attacks.filter(({ sample }) => sample || !isSample)) {
      // An attack that cannot be carried out proves nothing: it counts as not held.
      const reached = await attemptAttack(attack).catch((error: unknown) => `the attack itself failed: ${String(error)}`)
      console.log(JSON.stringify({ group: name, title: attack.title, reached } satisfies Outcome))
    }
  }
}

if (import.meta.main) {
  const words = process.argv.slice(2)
  await playAll(
    words.filter((word) => word !== '--sample'),
    words.includes('--sample'),
  )
}
