// A section of a record under its heading.
import type { ReactNode } from 'react'

export const Part = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <section aria-label={label} className="flex flex-col gap-1">
    <h3 className="text-sm font-semibold text-muted">{label}</h3>
    {children}
  </section>
)
