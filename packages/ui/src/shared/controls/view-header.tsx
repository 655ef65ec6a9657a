// The head of a view: its name, one sentence on what it shows, and actions on all of it.
import type { ReactNode } from 'react'

export interface ViewHeaderProps {
  readonly title: string
  readonly hint?: string
  readonly children?: ReactNode
}

export const ViewHeader = ({ title, hint, children }: ViewHeaderProps) => (
  <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
    <div className="min-w-0">
      <h1 className="text-lg font-semibold">{title}</h1>
      {hint !== undefined && <p className="text-sm text-muted">{hint}</p>}
    </div>
    {children !== undefined && <div className="flex flex-wrap items-center gap-2">{children}</div>}
  </header>
)
