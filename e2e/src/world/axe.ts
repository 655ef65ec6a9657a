// Accessibility of what is shown, as axe finds it.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults, Result, RunOptions } from 'axe-core'
import type { Frame, Page } from 'playwright-core'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  run(options: RunOptions): Promise<AxeResults>
}

/** The content policy allows only the page's own scripts; this one is evaluated through the debugger. */
export async function violationsOf(page: Page | Frame, options: RunOptions = {}): Promise<Result[]> {
  await page.evaluate(axe)
  return (await page.evaluate((how) => (globalThis as unknown as { axe: Axe }).axe.run(how), options)).violations
}

export const describeViolation = ({ id, help, nodes }: Result): string =>
  `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`
