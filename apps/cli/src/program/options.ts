// Options that several commands share, and parsers of numbers.
import type { Mode } from '@countersign/protocol'
import { InvalidArgumentError, Option } from 'commander'

export const dataOption = (whose = 'data folder of the local server (default: ~/.countersign)') =>
  new Option('--data <dir>', whose).env('COUNTERSIGN_DATA')

export const jsonOption = () => new Option('--json', 'print JSON')

export const isolationOption = () =>
  new Option('--isolation <kind>', 'judge as if the runner had this isolation').choices(['sandbox', 'none']).default('sandbox')

export const logLevelOption = (level: string) =>
  new Option('--log-level <level>', 'how much to log').choices(['fatal', 'error', 'warn', 'info', 'debug']).default(level)

export const approveOption = () =>
  new Option('--approve <mode>', 'with --stdio: what needs approval is sent to the parent (ask), refused (low), or run (all)')
    .choices(['ask', 'low', 'all'])
    .default('ask')

export const MODES: readonly Mode[] = ['strict', 'ask', 'rehearse']

export const modeOption = (description: string) => new Option('--mode <mode>', description).choices([...MODES])

/** Without a server there are no layers, so that a parent chooses between two. */
export const stdioModeOption = () =>
  new Option('--mode <mode>', 'with --stdio: how calls are judged, as in a project of this mode (see docs/policy.md)')
    .choices(MODES.filter((mode) => mode !== 'rehearse'))
    .default('ask')

export function positive(text: string): number {
  const value = Number(text)
  if (Number.isFinite(value) && value > 0) return value
  throw new InvalidArgumentError('It must be a number above 0.')
}

export function portNumber(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isInteger(value) && value >= 0 && value <= 65_535) return value
  throw new InvalidArgumentError('It must be a whole number from 0 to 65535.')
}

export function wholeSeconds(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= 3_600) return value
  throw new InvalidArgumentError('It must be a whole number from 1 to 3600.')
}
