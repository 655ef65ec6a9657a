// A message above the text with its actions.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

const COLOURS = { info: 'bg-accent-soft text-accent', warning: 'bg-medium-soft text-medium', error: 'bg-high-soft text-high' } as const

export interface BarProps {
  readonly Icon: LucideIcon
  readonly tone: keyof typeof COLOURS
  readonly text: string
  readonly children?: ReactNode
}

export const Bar = ({ Icon, tone, text, children }: BarProps) => (
  <div
    role={tone === 'info' ? 'status' : 'alert'}
    className={`flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-3 py-1.5 text-sm ${COLOURS[tone]}`}
  >
    <Icon size={16} className="shrink-0" aria-hidden />
    <span className="min-w-40 flex-1">{text}</span>
    {children && <span className="flex flex-wrap gap-1.5">{children}</span>}
  </div>
)
