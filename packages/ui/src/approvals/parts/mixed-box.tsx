// A checkbox that can also be partly checked.
import { useEffect, useRef } from 'react'

export interface MixedBoxProps {
  readonly label: string
  readonly isAll: boolean
  readonly isSome: boolean
  readonly onToggle: () => void
  /** The hunk that it stands for, so that keys find it. */
  readonly hunk?: number
  readonly className?: string
}

export function MixedBox({ label, isAll, isSome, onToggle, hunk, className = '' }: MixedBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // HTML has no attribute for it.
    if (box.current) box.current.indeterminate = isSome
  }, [isSome])
  return (
    <input
      ref={box}
      type="checkbox"
      data-hunk={hunk}
      aria-label={label}
      checked={isAll}
      onChange={onToggle}
      className={`size-4 shrink-0 accent-accent ${className}`}
    />
  )
}
