// Exports the filtered history as a file: JSON for programs, CSV for spreadsheets.
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProject } from '../../connection/project-context.ts'
import { saveAsFile } from '../../shared/browser/save-as-file.ts'
import { Button } from '../../shared/controls/button.tsx'
import { Modal } from '../../shared/controls/modal.tsx'
import { Problem } from '../../shared/controls/problem.tsx'
import { type Filters, queryOf } from '../filters/filters.ts'

const TYPES = { json: 'application/json', csv: 'text/csv' } as const
type Format = keyof typeof TYPES

export function ExportButton({ filters }: { readonly filters: Filters }) {
  const { t } = useTranslation()
  const { client, projectId: p } = useProject()
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState<Format>()
  const [error, setError] = useState<Error>()
  const save = async (format: Format) => {
    setBusy(format)
    setError(undefined)
    try {
      const content = await client.exportHistory({ params: { p }, query: { ...queryOf(filters, Date.now()), format } })
      saveAsFile({ name: `countersign-history-${new Date().toISOString().slice(0, 10)}.${format}`, type: TYPES[format], content })
      setOpen(false)
    } catch (cause) {
      setError(cause instanceof Error ? cause : new Error(String(cause)))
    }
    setBusy(undefined)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Download size={16} aria-hidden />
        {t('history.export')}
      </Button>
      {isOpen && (
        <Modal title={t('history.exportTitle')} onClose={() => setOpen(false)}>
          <div className="flex flex-col gap-3">
            <p>{t('history.exportHint')}</p>
            {error && <Problem error={error} />}
            <div className="flex flex-wrap gap-2">
              <Button kind="primary" disabled={busy !== undefined} onClick={() => void save('json')}>
                JSON
              </Button>
              <Button disabled={busy !== undefined} onClick={() => void save('csv')}>
                CSV
              </Button>
            </div>
          </div>
        </Modal>
      )}
    </>
  )
}
