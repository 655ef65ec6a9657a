// A button in one of four styles. An icon alone needs `label`.
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'

const KINDS = {
  primary: 'bg-accent text-on-accent border-transparent hover:opacity-90',
  plain: 'bg-raised text-text border-line hover:bg-sunken',
  quiet: 'bg-transparent text-muted border-transparent hover:bg-sunken hover:text-text',
  danger: 'bg-raised text-high border-line hover:bg-high-soft',
} as const

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: keyof typeof KINDS
  /** The accessible name where only an icon is shown. */
  readonly label?: string
  readonly children: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

export function Button({ kind = 'plain', label, className = '', children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...(label !== undefined && { 'aria-label': label, title: label })}
      className={`inline-flex min-h-8 items-center justify-center gap-1.5 rounded-md border px-3 text-sm font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-50 ${KINDS[kind]} ${className}`}
      {...rest}
    >
      {children}
    </button>
  )
}
