// The two forms of what an approval shows. While it is open, the operator reads the true text; events, records and history hold the masked
// one. The approval lists which parts differ, so that no window presents the masked form as complete.
import { type Masker, maskSentence } from '@countersign/policy'
import {
  type Approval,
  canonicalJson,
  type Digest,
  digestOf,
  type MaskedPart,
  maskedPartSchema,
  type Preview,
  plainScope,
} from '@countersign/protocol'

/** The parts that come from the call. */
export type Words = Pick<Approval, MaskedPart | 'description_form' | 'reasons_forms'>

export const wordsOf = ({ description, description_form, reasons, reasons_forms, scopes, tool_params, preview }: Words): Words => ({
  description,
  description_form,
  reasons,
  reasons_forms,
  scopes,
  tool_params,
  preview,
})

export const maskWords = (masker: Masker, { preview, ...words }: Words): Words => ({
  description: masker.maskText(words.description),
  description_form: words.description_form && maskSentence(masker, words.description_form),
  reasons: masker.maskValue(words.reasons),
  reasons_forms: words.reasons_forms?.map((reason) => maskSentence(masker, reason)),
  scopes: maskScopes(masker, words.scopes),
  tool_params: masker.maskValue(words.tool_params),
  preview: preview && maskPreview(masker, preview),
})

/** Masking returns the same object if nothing changed. */
export const maskedParts = (words: Words, masked: Words): MaskedPart[] =>
  maskedPartSchema.options.filter((part) => masked[part] !== words[part])

export const maskedForm = (masker: Masker, approval: Approval): Approval =>
  approval.masked.length === 0 ? approval : { ...approval, ...maskWords(masker, wordsOf(approval)) }

const shownText = ({ description, reasons, scopes, tool_params, preview }: Words): object => ({
  description,
  reasons,
  scopes,
  tool_params,
  preview,
})

/**
 * The digest of the true text: a client that sends it has read that text. Undefined if the masked form is identical, or the only one left.
 */
export const unmaskedDigest = (approval: Approval): Digest | undefined =>
  approval.masked.length > 0 && approval.status === 'pending' ? digestOf(canonicalJson(shownText(approval))) : undefined

/** If masking changes a scope, only its text is kept: a form would reveal what is masked. */
function maskScopes(masker: Masker, scopes: Approval['scopes']): Approval['scopes'] {
  const masked = masker.maskValue(scopes)
  return masked === scopes ? scopes : masked.map(plainScope)
}

/** If masking changes the text, its forms are dropped, because they would reveal it. */
function maskFormed(masker: Masker, preview: Extract<Preview, { kind: 'text' | 'question' }>): Preview {
  const masked = masker.maskValue(preview)
  if (masked === preview) return preview
  if (masked.kind === 'text') return { kind: 'text', text: masked.text }
  return { kind: 'question', message: masked.message, actions: masked.actions }
}

/** A diff is masked line by line, so that the line counts stay those of the real change. */
function maskPreview(masker: Masker, preview: Preview): Preview {
  if (preview.kind === 'text' || preview.kind === 'question') return maskFormed(masker, preview)
  if (preview.kind !== 'diff' && preview.kind !== 'review') return masker.maskValue(preview)
  const files = preview.files as readonly ShownFile[]
  const masked = files.map((file) => maskFile(masker, file))
  const rest = { ...preview, files: [] }
  const maskedRest = masker.maskValue(rest)
  const isSame = maskedRest === rest && masked.every((file, index) => file === files[index])
  return isSame ? preview : ({ ...maskedRest, files: masked } as Preview)
}

type ShownFile = Extract<Preview, { kind: 'diff' | 'review' }>['files'][number]

function maskFile(masker: Masker, file: ShownFile): ShownFile {
  const rest = { ...file, ...('diff' in file ? { diff: '' } : { hunks: [] }) }
  const masked = masker.maskValue(rest)
  if ('diff' in file) {
    const diff = masker.maskDiff(file.diff)
    return masked === rest && diff === file.diff ? file : ({ ...masked, diff } as ShownFile)
  }
  const hunks = file.hunks.map((hunk) => ({ ...hunk, diff: masker.maskDiff(hunk.diff) }))
  const isSame = masked === rest && hunks.every(({ diff }, index) => diff === file.hunks[index]?.diff)
  return isSame ? file : ({ ...masked, hunks } as ShownFile)
}
