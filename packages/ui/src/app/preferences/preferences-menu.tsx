// Language, theme, another project, sign out.
import { Settings } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProject } from '../../connection/project-context.ts'
import { Button } from '../../shared/controls/button.tsx'
import { Menu } from '../../shared/controls/menu.tsx'
import { useFetched } from '../../shared/hooks/use-fetched.ts'
import { isLanguage, LANGUAGES } from '../../translations/translations.ts'
import { chooseLanguage, chooseTheme, chosenTheme, THEMES } from './preferences.ts'

export interface WaysOut {
  readonly onLeave: () => void
  /** Opens this project, or asks which one. */
  readonly onSwitch: (projectId?: string) => void
}

export function Preferences({ onLeave, onSwitch }: WaysOut) {
  const { t } = useTranslation()
  return (
    <Menu label={t('app.preferences')} Icon={Settings}>
      <LanguageChoice />
      <ThemeChoice />
      <SwitchProject onSwitch={onSwitch} />
      <Button onClick={onLeave}>{t('app.signOut')}</Button>
    </Menu>
  )
}

/** Shown only if there is another project. */
function SwitchProject({ onSwitch }: Pick<WaysOut, 'onSwitch'>) {
  const { t } = useTranslation()
  const { client, projectId } = useProject()
  const read = async () => (await client.listProjects({ query: { limit: 2 } })).projects
  const { data: projects = [] } = useFetched({ read, key: projectId })
  return projects.length > 1 && <Button onClick={() => onSwitch()}>{t('app.switchProject')}</Button>
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
