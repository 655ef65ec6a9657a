// Blocks answers in the first half second after a card appeared or changed, so that a click or key meant for something else does
// not become an answer.
import { useEffect, useState } from 'react'

const SAFE_MILLISECONDS = 500

/** `what` identifies everything that the answer depends on, and its position on the screen. */
export function useArmed(what: string): boolean {
  const seen = useVisits()
  const key = `${seen} ${what}`
  const [armed, setArmed] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setArmed(key), SAFE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [key])
  return armed === key
}

/** Coming back to the tab counts as seeing it for the first time. */
function useVisits(): number {
  const [visits, setVisits] = useState(0)
  useEffect(() => {
    const count = () => document.visibilityState === 'visible' && setVisits((before) => before + 1)
    document.addEventListener('visibilitychange', count)
    return () => document.removeEventListener('visibilitychange', count)
  }, [])
  return visits
}
