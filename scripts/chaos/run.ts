// Tries everything of which `npm test` tries a part: every test file that uses ./sample.ts. Names on the command line select among them.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildCommand } from '../build/build-command.ts'
import { ROOT, runCommand } from '../run-command.ts'
import { canInstall, setUp } from '../setup.ts'

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const isLeftOut = (name: string): boolean => name.endsWith('node_modules')

const all = globSync('{packages,apps,e2e}/**/src/**/*.test.ts', { cwd: ROOT, exclude: isLeftOut }).filter((file) =>
  textOf(file).includes('scripts/chaos/sample.ts'),
)
const names = process.argv.slice(2)
const chosen = all.filter((file) => names.length === 0 || names.some((name) => file.includes(name))).sort()
if (chosen.length === 0) {
  console.error(`No test of this kind is called ${names.join(' or ')}. There are:\n${all.sort().join('\n')}`)
  process.exit(2)
}
console.log(`Everything in\n${chosen.map((file) => `  ${file}`).join('\n')}`)
if (canInstall()) await setUp()
await buildCommand()
const { code } = await runCommand(['vitest', 'run', ...chosen], { shown: true, env: { CHAOS: 'true' } })
process.exitCode = code
