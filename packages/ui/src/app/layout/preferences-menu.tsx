// Language, theme, another project, sign out.
import { Settings } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/button.tsx'
import { isLanguage, LANGUAGES } from '../../words/words.ts'
import { chooseLanguage, chooseTheme, chosenTheme, THEMES } from '../preferences.ts'

export function Preferences({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation()
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button kind="quiet" label={t('app.preferences')} className="px-1.5">
          <Settings size={16} aria-hidden />
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          aria-label={t('app.preferences')}
          className="z-20 flex w-60 flex-col gap-3 rounded-lg border border-line bg-raised p-3 shadow-lg"
        >
          <LanguageChoice />
          <ThemeChoice />
          <Button onClick={onLeave}>{t('app.signOut')}</Button>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

export function LanguageChoice() {
  const { t, i18n } = useTranslation()
  const choose = (name: string) => isLanguage(name) && void chooseLanguage(name)
  return (
    <Choice label={t('app.language')} value={i18n.language} onChoose={choose}>
      {Object.entries(LANGUAGES).map(([name, shown]) => (
        <option key={name} value={name} lang={name}>
          {shown}
        </option>
      ))}
    </Choice>
  )
}

function ThemeChoice() {
  const { t } = useTranslation()
  const [theme, setTheme] = useState(chosenTheme)
  const choose = (name: string) => {
    const chosen = THEMES.find((one) => one === name) ?? 'system'
    chooseTheme(chosen)
    setTheme(chosen)
  }
  return (
    <Choice label={t('app.theme.label')} value={theme} onChoose={choose}>
      {THEMES.map((name) => (
        <option key={name} value={name}>
          {t(`app.theme.${name}`)}
        </option>
      ))}
    </Choice>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly onChoose: (value: string) => void
  readonly children: ReactNode
}

const Choice = ({ label, value, onChoose, children }: ChoiceProps) => (
  <label className="flex items-center justify-between gap-3 text-sm">
    {label}
    <select
      value={value}
      onChange={({ target }) => onChoose(target.value)}
      className="min-h-8 rounded-md border border-strong-line bg-panel px-2"
    >
      {children}
    </select>
  </label>
)
