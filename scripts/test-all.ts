// `npm run test:all`: what `npm test` leaves out because it takes long, all tests of the extension in a real VS Code. Parameters are passed to
// Vitest.
import { runTests } from './test-run.ts'

await runTests({ parameters: ['--project=vscode*', ...process.argv.slice(2)] })
