// The current time, updated as often as it is shown.
import { useEffect, useState } from 'react'

export function useNow(everyMilliseconds: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMilliseconds)
    return () => clearInterval(timer)
  }, [everyMilliseconds])
  return now
}
