// Inline or side by side, for every diff on the page.
import { Columns2, Rows2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { chooseDiffMode, useDiffMode } from './diff-mode.ts'

const ICONS = { inline: Rows2, side: Columns2 } as const

export function DiffModeSwitch() {
  const { t } = useTranslation()
  const mode = useDiffMode()
  return (
    <fieldset className="hidden overflow-hidden rounded-md border border-line sm:inline-flex">
      <legend className="sr-only">{t('approvals.diff.mode')}</legend>
      {(['inline', 'side'] as const).map((name) => {
        const Icon = ICONS[name]
        const label = t(`approvals.diff.${name}`)
        return (
          <button
            key={name}
            type="button"
            aria-pressed={mode === name}
            onClick={() => chooseDiffMode(name)}
            className={`inline-flex items-center gap-1 px-2 py-0.5 text-xs ${mode === name ? 'bg-accent-soft text-accent' : 'bg-raised text-muted hover:bg-sunken'}`}
          >
            <Icon size={14} aria-hidden />
            {label}
          </button>
        )
      })}
    </fieldset>
  )
}
