// Nothing can be answered in the first half second after it appeared or changed: a click or a key that was meant for something
// else must not become an answer.
import { useEffect, useState } from 'react'

const SAFE_MILLISECONDS = 500

/** `what` names everything that the answer depends on, and where it stands. */
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

/** Whoever comes back to the tab sees it for the first time again. */
function useVisits(): number {
  const [visits, setVisits] = useState(0)
  useEffect(() => {
    const count = () => document.visibilityState === 'visible' && setVisits((before) => before + 1)
    document.addEventListener('visibilitychange', count)
    return () => document.removeEventListener('visibilitychange', count)
  }, [])
  return visits
}
