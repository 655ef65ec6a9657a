// Logs of a long-running command: JSON lines on standard error, from the chosen level.
import { createJsonLogger, type Logger } from '@countersign/runner/logger'

const LEVELS = ['debug', 'info', 'warn', 'error', 'fatal']

export function stderrLogger(level: string): Logger {
  const logger = createJsonLogger((line) => process.stderr.write(line))
  const ignore = () => undefined
  const from = (name: 'info' | 'warn' | 'error') => (LEVELS.indexOf(name) >= LEVELS.indexOf(level) ? logger[name] : ignore)
  return { info: from('info'), warn: from('warn'), error: from('error') }
}
