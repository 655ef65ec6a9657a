// npm run docs: writes docs/reference again.
import { writeFileSync } from 'node:fs'
import { PAGES } from './pages.ts'

for (const [name, make] of Object.entries(PAGES)) {
  writeFileSync(new URL(`../../docs/reference/${name}`, import.meta.url), make())
  process.stdout.write(`docs/reference/${name}\n`)
}
