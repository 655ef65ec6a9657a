// Code lenses that follow what they are drawn from. VS Code asks for changed lenses a moment after it was told, and forgets to where the
// editor loses the focus in that moment: it is told again until it has asked for every document on the screen.
import * as vscode from 'vscode'

export interface Lenses extends vscode.Disposable {
  /** What the lenses are drawn from has changed. */
  refresh(): void
}

const FIRST_MILLISECONDS = 1_000

/** Then nobody asks because the person has switched code lenses off. */
const LAST_MILLISECONDS = 32_000

export function registerLenses(scheme: string, provide: (uri: vscode.Uri) => vscode.CodeLens[]): Lenses {
  const changes = new vscode.EventEmitter<void>()
  const stale = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  /** Each wait is twice as long as the one before: being told also makes VS Code wait anew, longer on a busy machine. */
  const tell = (milliseconds: number): void => {
    changes.fire()
    clearTimeout(timer)
    timer = setTimeout(() => {
      const isMissing = visibleOf(scheme).some((uri) => stale.has(uri))
      if (isMissing && milliseconds < LAST_MILLISECONDS) tell(milliseconds * 2)
    }, milliseconds)
  }
  const registered = vscode.languages.registerCodeLensProvider(
    { scheme },
    {
      onDidChangeCodeLenses: changes.event,
      provideCodeLenses: ({ uri }) => {
        stale.delete(uri.toString())
        return provide(uri)
      },
    },
  )
  return {
    refresh() {
      stale.clear()
      for (const uri of visibleOf(scheme)) stale.add(uri)
      tell(FIRST_MILLISECONDS)
    },
    dispose() {
      clearTimeout(timer)
      registered.dispose()
      changes.dispose()
    },
  }
}

const visibleOf = (scheme: string): string[] =>
  vscode.window.visibleTextEditors.map(({ document }) => document.uri).flatMap((uri) => (uri.scheme === scheme ? [uri.toString()] : []))
