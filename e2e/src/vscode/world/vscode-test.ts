// A test in a real VS Code; skipped with its reason where none is installed.
import { type TestContext, test } from 'vitest'
import { isVsCodeInstalled } from '../code-server/install.ts'

/** A limit, not a measurement: a busy machine needs half a minute for a window alone. */
const SECONDS = 420

export const vscodeTest = (sentence: string, run: (context: TestContext) => Promise<void>): void =>
  test(sentence, { timeout: SECONDS * 1000 }, async (context) => {
    if (!isVsCodeInstalled()) context.skip('VS Code is not installed here: npm run setup')
    await run(context)
  })
