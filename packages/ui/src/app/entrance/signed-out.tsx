// Shown when nobody is signed in: why, and what to do.
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Server, type SignedOutReason, type SignIn, signInWithToken } from '../../connection/sign-in.ts'
import { Button } from '../../shared/controls/button.tsx'
import { LanguageChoice } from '../preferences/preferences-menu.tsx'

export interface SignedOutProps {
  readonly server: Server
  readonly reason: SignedOutReason
  readonly onSignIn: (result: SignIn) => void
}

export function SignedOut({ server, reason, onSignIn }: SignedOutProps) {
  const { t } = useTranslation()
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-4 p-4">
      <KeyRound size={28} className="text-accent" aria-hidden />
      <h1 className="text-xl font-semibold">{t('app.signedOut.title')}</h1>
      <p role="alert">{t(`app.signedOut.${reason}`)}</p>
      <div>
        <p className="text-muted">{t('app.signedOut.how')}</p>
        <pre className="mt-1 overflow-auto rounded-md border border-line bg-sunken p-2 font-mono text-sm">npx countersign page</pre>
      </div>
      <TokenForm server={server} onSignIn={onSignIn} />
      <LanguageChoice />
    </main>
  )
}

function TokenForm({ server, onSignIn }: Pick<SignedOutProps, 'server' | 'onSignIn'>) {
  const { t } = useTranslation()
  const [token, setToken] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    onSignIn(await signInWithToken(server, token.trim()))
  }
  return (
    <details>
      <summary className="text-accent">{t('app.signedOut.token')}</summary>
      <form onSubmit={(event) => void submit(event)} className="mt-2 flex flex-col gap-2">
        <p className="text-sm text-muted">{t('app.signedOut.tokenHint')}</p>
        <input
          aria-label={t('app.signedOut.token')}
          type="password"
          autoComplete="off"
          value={token}
          onChange={({ target }) => setToken(target.value)}
          className="min-h-9 rounded-md border border-strong-line bg-panel px-2"
        />
        <Button kind="primary" type="submit" disabled={token.trim() === ''}>
          {t('app.signedOut.submit')}
        </Button>
      </form>
    </details>
  )
}
