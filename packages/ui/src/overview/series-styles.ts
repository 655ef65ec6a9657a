// One colour for each risk in every chart: that of its mark elsewhere in the page.
import type { Series } from './figures.ts'

export const FILLS: Readonly<Record<Series, string>> = {
  LOW: 'bg-low',
  MEDIUM: 'bg-medium',
  HIGH: 'bg-high',
  none: 'bg-strong-line',
}
