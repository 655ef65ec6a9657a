// Builds what is built: the page, and the command line for a quicker start. What is current is left as it is.
import { buildCommand } from './build-command.ts'
import { buildPage } from './build-page.ts'

const started = performance.now()
const built = await Promise.all([buildPage(), buildCommand()])
if (built.includes(true)) console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
