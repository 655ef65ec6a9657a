import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PAGES } from './pages.ts'

test.each(Object.keys(PAGES))('docs/reference/%s says what the code says (npm run docs makes it anew)', (name) => {
  const written = readFileSync(new URL(`../../docs/reference/${name}`, import.meta.url), 'utf8')
  expect(written).toBe(PAGES[name]?.())
})
