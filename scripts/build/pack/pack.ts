// `npm run pack`: the command as one package that needs nothing but Node.
import { statSync } from 'node:fs'
import { packCommand } from './pack-command.ts'

const MAX_MEGABYTES = 12

const file = await packCommand()
const megabytes = statSync(file).size / 1e6
console.log(`${file}: ${megabytes.toFixed(1)} MB`)
if (megabytes > MAX_MEGABYTES) {
  console.error(`That is more than ${MAX_MEGABYTES} MB.`)
  process.exitCode = 1
}
