// Shown in a view that is empty: a sentence, and what to do.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly Icon: LucideIcon
  readonly title: string
  readonly hint?: string
  readonly children?: ReactNode
}

export function EmptyState({ Icon, title, hint, children }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-16 text-center">
      <Icon size={28} className="text-muted" aria-hidden />
      <p className="font-medium">{title}</p>
      {hint !== undefined && <p className="text-sm text-muted">{hint}</p>}
      {children}
    </div>
  )
}
