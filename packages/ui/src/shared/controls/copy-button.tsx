// Copies a text to the clipboard, and says so.
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

const SAID_MILLISECONDS = 2_000

export function CopyButton({ text }: { readonly text: string }) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), SAID_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [isCopied])
  // A browser may refuse the clipboard: then the check mark does not appear, and the text can still be selected.
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  const Icon = isCopied ? Check : Copy
  return (
    <Button kind="quiet" label={isCopied ? t('shared.copied') : t('shared.copy')} onClick={copy} className="min-h-7 px-1.5">
      <Icon size={14} aria-hidden />
    </Button>
  )
}
