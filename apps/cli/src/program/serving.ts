// serve and runner: the two long-running processes.
import type { Command } from 'commander'
import { approveOption, dataOption, logLevelOption, modeOption, portNumber, positive, stdioModeOption, wholeSeconds } from './options.ts'

export function addServing(program: Command): void {
  program
    .command('serve')
    .description('start the server, with its own runner for one workspace')
    .option('--workspace <dir>', 'the one folder that tools may touch (default: the current folder)')
    .option('--sample [dir]', 'serve a small sample workspace, created if it does not exist (~/countersign-sample, or DIR)')
    .option('--host <address>', 'address to listen on (loopback only, unless a token secret or JWKS is configured)', '127.0.0.1')
    .option('--port <number>', 'port; 0 picks a free one', portNumber, 4870)
    .addOption(dataOption())
    .option(
      '--ready-file <file>',
      'once it serves, write {url, project_id, pid, tokens} there (mode 0600); the tokens expire after 12 hours',
    )
    .option('--admin-token', 'with --ready-file: also write an admin token')
    .option('--no-runner', 'only the server; start `countersign runner` yourself')
    .addOption(modeOption('mode of a project that is new: strict, ask or rehearse; countersign mode changes it (default: ask)'))
    .option('--policy <file>', 'rules that allow, ask or deny; watched (default: policy.toml of the data folder; see docs/policy.md)')
    .option('--rules <file>', 'additional rules of the runner, which can only restrict (default: runner.toml of the data folder)')
    .option('--models <file>', 'models that answer in the chat (default: models.toml of the data folder; see docs/models.md)')
    .option('--approval-seconds <n>', 'time for an answer, whatever the risk (default: 300 for MEDIUM, 600 for HIGH)', positive)
    .option('--runner-wait-seconds <n>', 'how long a call waits for a runner (default: 120)', positive)
    .option('--mcp-wait-seconds <n>', 'how long an MCP call waits before it answers with its id (default: 45)', positive)
    .option('--lease-seconds <n>', 'silence after which a runner counts as offline (default: 30)', positive)
    .option('--calls-per-second <n>', 'calls per second and token (default: 50)', positive)
    .option('--allow-operator-calls', 'let the operator run commands through Countersign too')
    .option('--secret-file <file>', 'shared HS256 secret of your own token issuer')
    .option('--jwks-url <url>', 'keys of your own token issuer')
    .addOption(logLevelOption('warn'))
    .action(async (options) => (await import('../commands/serve.ts')).serve(options))
  program
    .command('runner')
    .description('run cleared calls in one workspace of this machine')
    .requiredOption('--workspace <dir>', 'the one folder that tools may touch')
    .option('--server <url>', 'URL of the server')
    .option('--token-file <file>', 'file with the runner token (or COUNTERSIGN_TOKEN in the environment)')
    .option('--stdio', 'no server: take calls from the program that starts it, one JSON message per line (see docs/stdio.md)')
    .addOption(approveOption())
    .addOption(stdioModeOption())
    .option(
      '--approval-seconds <n>',
      'with --stdio: time for an answer (default: 300 for MEDIUM, 600 for HIGH and questions)',
      wholeSeconds,
    )
    .addOption(dataOption('data folder of this runner (default: ~/.countersign/runner; with --stdio one for each workspace)'))
    .option('--rules <file>', 'additional rules of this runner, which can only restrict (runner.toml of the data folder always applies)')
    .option('--until-stdin-ends', 'stop when standard input is closed, as a child of the server does')
    .addOption(logLevelOption('info'))
    .action(async (options) => (await import('../commands/runner/runner.ts')).runner(options))
}
