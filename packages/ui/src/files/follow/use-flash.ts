// Whether an agent changed a file a moment ago.
import { useStore } from 'zustand'
import type { Touch } from '../agent/touches.ts'
import { useFiles } from '../state/use-files.ts'

const FLASH_MILLISECONDS = 5_000

export function useFlash(path: string): Touch | undefined {
  const touch = useStore(useFiles().touching.store, (touches) => touches.get(path))
  return touch && Date.now() - touch.at < FLASH_MILLISECONDS ? touch : undefined
}
