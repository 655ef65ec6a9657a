// Which cards are open. Cards that are scrolled away leave the page, so this remembers them.
import { createContext, useContext, useState } from 'react'

const OpenCards = createContext<Set<string>>(new Set())

export const OpenCardsProvider = OpenCards.Provider

export function useOpenCard(id: string): readonly [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const open = useContext(OpenCards)
  const [isOpen, setOpen] = useState(() => open.has(id))
  const change = (to: boolean) => {
    if (to) open.add(id)
    else open.delete(id)
    setOpen(to)
  }
  return [isOpen, change]
}
