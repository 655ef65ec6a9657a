// A button with an icon that opens a small panel below it.
import type { LucideIcon } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

export interface MenuProps {
  readonly label: string
  readonly Icon: LucideIcon
  readonly children: ReactNode
}

export const Menu = ({ label, Icon, children }: MenuProps) => (
  <Popover.Root>
    <Popover.Trigger asChild>
      <Button kind="quiet" label={label} className="px-1.5">
        <Icon size={16} aria-hidden />
      </Button>
    </Popover.Trigger>
    <Popover.Portal>
      <Popover.Content
        align="end"
        sideOffset={6}
        aria-label={label}
        className="z-20 flex w-72 flex-col gap-3 rounded-lg border border-line bg-raised p-3 text-sm shadow-lg"
      >
        {children}
      </Popover.Content>
    </Popover.Portal>
  </Popover.Root>
)
