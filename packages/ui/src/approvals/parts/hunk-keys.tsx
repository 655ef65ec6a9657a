// Keys that go from hunk to hunk.
import { useTranslation } from 'react-i18next'
import { useShortcut } from '../../shared/browser/shortcuts.ts'

export function HunkKeys() {
  const { t } = useTranslation()
  const group = t('review.title')
  useShortcut({ keys: 'n', label: t('review.keys.next'), group, repeats: true, run: () => goToHunk(1) })
  useShortcut({ keys: 'p', label: t('review.keys.previous'), group, repeats: true, run: () => goToHunk(-1) })
  return null
}

/** Its checkbox gets the focus, so that the space bar toggles it. */
function goToHunk(step: number): void {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('main [data-hunk]')]
  const at = boxes.indexOf(document.activeElement as HTMLInputElement)
  const box = boxes[at < 0 ? 0 : Math.min(boxes.length - 1, Math.max(0, at + step))]
  box?.focus({ preventScroll: true })
  box?.closest('section')?.scrollIntoView({ block: 'nearest' })
}
