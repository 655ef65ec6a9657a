// Shown in a view that is empty: a sentence, and what to do.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly Icon: LucideIcon
  readonly title: string
  /** Where nothing else names the page: the title is its level-one heading. */
  readonly isPageTitle?: boolean
  readonly hint?: string
  readonly children?: ReactNode
}

export function EmptyState({ Icon, title, isPageTitle = false, hint, children }: EmptyStateProps) {
  const Title = isPageTitle ? 'h1' : 'p'
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-16 text-center">
      <Icon size={28} className="text-muted" aria-hidden />
      <Title className="font-medium">{title}</Title>
      {hint !== undefined && <p className="text-sm text-muted">{hint}</p>}
      {children}
    </div>
  )
}
