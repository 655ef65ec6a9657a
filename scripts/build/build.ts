// Builds the page, and the command line for a quicker start. A current build is left as it is.
import { buildCommand, isCommandBuilt } from './build-command.ts'
import { buildPage, isPageBuilt } from './build-page.ts'

if (!(isCommandBuilt() && (await isPageBuilt()))) {
  const started = performance.now()
  console.log('Building the page and the command line: half a minute, and only when the sources have changed …')
  await Promise.all([buildPage(), buildCommand()])
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}
