// A patch reviewed in the diff editor: above each hunk stands whether it is kept, and a click changes that; above the first line the
// answer is sent.
import * as vscode from 'vscode'
import { registerLenses } from '../editor/lenses.ts'
import { type Asked, sendAnswer } from './answer.ts'
import { approvalOf, filesOf, type PreviewedHunk, REVIEW_SCHEME } from './preview-documents.ts'

const { t } = vscode.l10n

export interface Reviews extends vscode.Disposable {
  begin(asked: Asked): void
}

interface Review {
  readonly asked: Asked
  readonly hunks: readonly PreviewedHunk[]
  readonly kept: Set<number>
}

export function openReviews(): Reviews {
  const reviews = new Map<string, Review>()
  const lenses = registerLenses(REVIEW_SCHEME, (uri) => {
    const review = reviews.get(approvalOf(uri) ?? '')
    const isAfter = new URLSearchParams(uri.query).get('side') === 'after'
    return review && isAfter ? lensesOf(review, uri.path.slice(1)) : []
  })
  /** What a lens says is what is done: a second click on the same one changes nothing. */
  const keep = (id: string, number: number, isKept: boolean) => {
    const kept = reviews.get(id)?.kept
    if (isKept) kept?.add(number)
    else kept?.delete(number)
    lenses.refresh()
  }
  const send = async (id: string) => {
    const review = reviews.get(id)
    if (review && (await sendReview(review))) reviews.delete(id)
    lenses.refresh()
  }
  const parts = vscode.Disposable.from(
    lenses,
    vscode.commands.registerCommand('countersign.keepHunk', keep),
    vscode.commands.registerCommand('countersign.sendReview', send),
  )
  return {
    begin(asked) {
      const hunks = filesOf(asked.waiting.preview).flatMap((file) => file.hunks)
      if (!reviews.has(asked.waiting.id)) reviews.set(asked.waiting.id, { asked, hunks, kept: new Set(hunks.map(({ number }) => number)) })
      lenses.refresh()
    },
    dispose: () => parts.dispose(),
  }
}

function lensesOf({ asked, hunks, kept }: Review, path: string): vscode.CodeLens[] {
  const { id, preview } = asked.waiting
  const file = filesOf(preview).find((one) => one.path === path)
  const lens = (line: number, title: string, command: string, ...args: unknown[]) =>
    new vscode.CodeLens(new vscode.Range(line, 0, line, 0), { title, command, arguments: [id, ...args] })
  const answer = lens(0, t('$(check) Send the review: keep {0} of {1} hunks', kept.size, hunks.length), 'countersign.sendReview')
  const own = (file?.hunks ?? []).map(({ number, line }) =>
    lens(
      line,
      kept.has(number) ? t('$(check) Hunk {0} is kept: drop it', number) : t('$(circle-slash) Hunk {0} is dropped: keep it', number),
      'countersign.keepHunk',
      number,
      !kept.has(number),
    ),
  )
  return [answer, ...own]
}

/** False where the person did not confirm. */
async function sendReview({ asked, kept }: Review): Promise<boolean> {
  const { waiting } = asked
  const needsTick = waiting.risk_level === 'HIGH' && kept.size > 0
  if (needsTick) {
    const yes = t('Apply')
    const answer = await vscode.window.showWarningMessage(
      t('Some of these hunks have HIGH risk.'),
      { modal: true, detail: waiting.reasons.join('\n') },
      yes,
    )
    if (answer !== yes) return false
  }
  const chunks_selected = [...kept].toSorted((left, right) => left - right)
  await sendAnswer(
    asked,
    kept.size > 0 ? { action: 'apply', chunks_selected, cover_high: needsTick } : { action: 'cancel', cover_high: false },
  )
  return true
}
