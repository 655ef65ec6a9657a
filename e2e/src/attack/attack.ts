// One attack as data: the world it needs, what it does, and what counts as success.
import type { WorldOptions } from '../world/world.ts'
import type { Scene } from './scene.ts'

export interface Attack {
  /** What is tried, as a sentence that says what must hold. */
  readonly title: string
  readonly world?: WorldOptions
  /** Also tried by `npm test`, once for each user; the others only by `npm run attack`. */
  readonly sample?: true
  /** What the attacker reached, in words; undefined if every defence held. */
  run(scene: Scene): Promise<string | undefined>
}

export interface AttackGroup {
  /** `npm run attack -- NAME` selects by it. */
  readonly name: string
  readonly attacks: readonly Attack[]
}
