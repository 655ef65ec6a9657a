// An event for a reader of English: its texts say all, so that the forms beside them are left out.
import type { SentEvent } from '@countersign/protocol'

interface Formed {
  readonly description_form?: unknown
  readonly reasons_forms?: unknown
  readonly error_form?: unknown
  readonly covers_form?: unknown
  readonly scopes?: readonly { readonly label_form?: unknown; readonly covers_form?: unknown; readonly warning_form?: unknown }[]
}

export function withoutForms(event: SentEvent): SentEvent {
  const { description_form, reasons_forms, error_form, covers_form, ...data } = event.data as Formed
  const scopes = data.scopes?.map(({ label_form, covers_form: _, warning_form, ...scope }) => scope)
  return { ...event, data: scopes ? { ...data, scopes } : data } as SentEvent
}
