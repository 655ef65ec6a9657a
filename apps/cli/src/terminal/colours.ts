// Colours, on a terminal only.
import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

const paint =
  (style: Style, stream: NodeJS.WriteStream = process.stdout) =>
  (text: string): string =>
    styleText(style, text, { stream, validateStream: true })

export const bold = paint('bold')
export const dim = paint('dim')
export const green = paint('green')
export const yellow = paint('yellow')
export const cyan = paint('cyan')
export const red = paint('red')

export function riskColour(risk: string | null): (text: string) => string {
  if (risk === 'HIGH' || risk === null) return red
  return risk === 'MEDIUM' ? yellow : green
}

const UNHAPPY = new Set(['failed', 'rejected', 'timeout', 'cancelled'])

export function statusColour(status: string): (text: string) => string {
  if (status === 'completed') return green
  return UNHAPPY.has(status) ? red : yellow
}
