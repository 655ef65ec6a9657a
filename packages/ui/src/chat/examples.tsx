// What a newcomer can ask for: one click sends it.
import { useTranslation } from 'react-i18next'
import { Button } from '../shared/button.tsx'
import { useSend } from './use-send.ts'

export function Examples({ sessionId }: { readonly sessionId: string }) {
  const { t } = useTranslation()
  const { send } = useSend(sessionId)
  const examples = [t('chat.examples.list'), t('chat.examples.read'), t('chat.examples.write')]
  return (
    <div className="mt-2 flex flex-wrap justify-center gap-2">
      {examples.map((example) => (
        <Button key={example} onClick={() => void send(example)}>
          {example}
        </Button>
      ))}
    </div>
  )
}
