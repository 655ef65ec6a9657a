// What a call would do, by kind: a diff, the exact command, or the agent's own words.
import type { Preview } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'
import { DiffLines } from '../shared/diff-lines.tsx'

export function PreviewOf({ preview }: { readonly preview: Preview }) {
  switch (preview.kind) {
    case 'diff':
      return preview.files.map(({ path, diff }) => <DiffLines key={path} diff={diff} label={path} />)
    case 'command':
      return <Command {...preview} lines={[preview.command, ...preview.args]} />
    case 'shell':
      return <Command {...preview} lines={[preview.line]} />
    case 'text':
      return <Words text={preview.text} />
    case 'question':
      return <Words text={preview.message} />
    case 'review':
      return preview.files.map(({ path, hunks }) => <DiffLines key={path} diff={hunks.map(({ diff }) => diff).join('')} label={path} />)
  }
}

interface CommandProps {
  readonly lines: readonly string[]
  readonly cwd: string
  readonly isolation: 'sandbox' | 'none'
  readonly network: boolean
}

function Command({ lines, cwd, isolation, network }: CommandProps) {
  const { t } = useTranslation()
  return (
    <div>
      <pre className="overflow-auto rounded-md bg-sunken p-2 font-mono text-xs whitespace-pre-wrap">{lines.join('\n')}</pre>
      <p className="mt-1 text-xs text-muted">
        {t('approvals.folder')} {cwd} · {isolation === 'sandbox' ? t('approvals.sandbox') : t('approvals.noSandbox')} ·{' '}
        {network ? t('approvals.network') : t('approvals.noNetwork')}
      </p>
    </div>
  )
}

const Words = ({ text }: { readonly text: string }) => <p className="rounded-md bg-sunken p-2 whitespace-pre-wrap">{text}</p>
