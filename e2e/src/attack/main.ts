// `npm run attack [-- NAME …]`: attacks a real server and runner, as root and as an ordinary user, and prints what held. To add attacks: a
// file in attacks/ that exports an AttackGroup, and its line in attacks.ts. Each attack has its own world (scene.ts) and returns what it
// reached, in words, or undefined. One that represents its class is a `sample`, which `npm test` tries.
import { chooseAttacks } from './attacks.ts'
import type { Outcome } from './play.ts'
import { attackUsers, playAs } from './play-as.ts'

const words = process.argv.slice(2)
if (chooseAttacks(words).length === 0) {
  const names = chooseAttacks([]).map(({ name }) => `  ${name}`)
  console.error(`No attack is called ${words.join(' or ')}. The groups are:\n${names.join('\n')}`)
  process.exit(2)
}

const outcomes: Outcome[] = []
for (const user of attackUsers()) {
  console.log(`\nWith server and runner as ${user.name}`)
  for await (const outcome of playAs(user, words)) {
    outcomes.push(outcome)
    console.log(`${outcome.reached === null ? '  held' : '  NOT HELD'}  ${outcome.group}: ${outcome.title}`)
    if (outcome.reached !== null) console.log(`            ${outcome.reached}`)
  }
}
const lost = outcomes.filter(({ reached }) => reached !== null)
console.log(`\n${outcomes.length - lost.length} of ${outcomes.length} held.`)
process.exitCode = lost.length === 0 && outcomes.length > 0 ? 0 : 1
