// The token of this tab, renewed while the page is open, and stored for a reload.
import { keepToken } from '@countersign/client'
import { useCallback, useEffect, useRef } from 'react'
import { renewAccess } from './access.ts'
import type { Server } from './sign-in.ts'

/** Always the same function; it returns the current token. */
export function useRenewedToken(server: Server, first: string): () => string {
  const current = useRef(first)
  useEffect(() => {
    const onRenewed = (token: string) => {
      current.current = token
      renewAccess(token)
    }
    const { stop } = keepToken({ ...server, token: current.current, onRenewed })
    return stop
  }, [server])
  return useCallback(() => current.current, [])
}
