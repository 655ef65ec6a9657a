// The server's own runner, in a separate process. It ends with this process in any case, because its standard input closes.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface RunnerChildOptions {
  readonly url: string
  /** A new one at each start; the runner renews it while it runs. */
  readonly makeToken: () => string
  readonly workspace: string
  readonly data: string
  readonly rulesFile: string | undefined
  readonly logLevel: string
}

export interface RunnerChild extends AsyncDisposable {
  readonly pid: number | undefined
}

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const RESTART_MILLISECONDS = [200, 1_000, 5_000]
const STOP_MILLISECONDS = 10_000

export function startRunnerChild(options: RunnerChildOptions): RunnerChild {
  let child = launch(options)
  let stopping = false
  let failures = 0
  const watch = () => {
    child.once('exit', () => {
      if (stopping) return
      const wait = RESTART_MILLISECONDS[Math.min(failures++, RESTART_MILLISECONDS.length - 1)]
      setTimeout(() => {
        if (stopping) return
        child = launch(options)
        watch()
      }, wait).unref()
    })
  }
  watch()
  return {
    get pid() {
      return child.pid
    },
    [Symbol.asyncDispose]: async () => {
      stopping = true
      await stop(child)
    },
  }
}

function launch({ url, makeToken, workspace, data, rulesFile, logLevel }: RunnerChildOptions): ChildProcess {
  const rules = rulesFile === undefined ? [] : ['--rules', rulesFile]
  const args = [
    MAIN,
    'runner',
    '--server',
    url,
    '--workspace',
    workspace,
    '--data',
    data,
    '--until-stdin-ends',
    '--log-level',
    logLevel,
    ...rules,
  ]
  // The process that runs calls must not have credentials that approve.
  const { COUNTERSIGN_OPERATOR_TOKEN: _, ...environment } = process.env
  return spawn(process.execPath, args, {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...environment, COUNTERSIGN_TOKEN: makeToken() },
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MILLISECONDS)
  await ended
  clearTimeout(timer)
}
