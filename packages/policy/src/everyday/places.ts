// Where a path of a command line leads: into the workspace, into the private temporary folder, to a harmless device, or outside.
import { sentence } from '@countersign/protocol'
import { isLaterRun, isSensitive, judgePathUse, type PathUse, suspectPath } from '../path/index.ts'
import { type Facts, isRefused, printable } from '../risk/index.ts'
import { joinFolder } from '../script/folders.ts'
import type { Field } from '../script/run.ts'
import { findSensitiveReach } from '../shell/words/glob-reach.ts'
import { type Found, found, join, NOTHING, refused } from './found.ts'

export type Use = 'read' | 'list' | 'write' | 'delete' | 'move' | 'create_directory'

export type Place =
  | { readonly kind: 'inside'; readonly path: string }
  | { readonly kind: 'temporary'; readonly path: string }
  | { readonly kind: 'device' }
  | { readonly kind: 'outside'; readonly path: string }
  | { readonly kind: 'unknown' }

const DEVICE = /^\/dev\/(?:null|zero|urandom|random|stdin|stdout|stderr|fd\/\d+)$/

export function locate(text: string, folder: string, facts: Facts): Place {
  const path = joinFolder(folder, text, facts.roots ?? [])
  if (path === '?') return { kind: 'unknown' }
  if (DEVICE.test(path)) return { kind: 'device' }
  if (path === '/tmp' || path.startsWith('/tmp/')) return { kind: 'temporary', path }
  return /^[/~]|^\.\.(?:\/|$)|^[A-Za-z]:[\\/]|^\\\\|%[A-Za-z_()0-9]+%/.test(path) ? { kind: 'outside', path } : { kind: 'inside', path }
}

/** A path that a program uses, in every folder where it may run. */
export const judgePath = (field: Field, use: Use, folders: readonly string[], facts: Facts): Found =>
  join(...folders.map((folder) => judgeIn(field, use, folder, facts)))

function judgeIn(field: Field, use: Use, folder: string, facts: Facts): Found {
  const reached = field.isPattern ? findSensitiveReach(field.text) : undefined
  if (reached !== undefined) return refused('SENSITIVE_FILE', field.text)
  const place = locate(field.isHome && !field.text.startsWith('~') ? `~/${field.text}` : field.text, folder, facts)
  // Of an open path only the written part is known; the sandbox hides what must not be seen.
  if (place.kind === 'outside') return judgeOutside(place.path)
  if (place.kind === 'inside') return judgeInside(place.path, field, use, facts)
  if (place.kind === 'unknown') return isSensitive(field.text) ? refused('SENSITIVE_FILE', field.text) : writesSomewhere(use, field)
  // A link there may lead back into the workspace.
  if (place.kind === 'temporary' && isSensitive(place.path.replace(/…/g, ''))) return refused('SENSITIVE_FILE', field.text)
  return place.kind === 'temporary' && use !== 'read' && use !== 'list' ? found('LOW', 'everyday.temporary') : NOTHING
}

const writesSomewhere = (use: Use, field: Field): Found =>
  use === 'read' || use === 'list' ? NOTHING : found('HIGH', sentence('everyday.writes-later', { path: printable(field.text) }))

export function judgeOutside(path: string): Found {
  if (isSensitive(path.replace(/^~[^/]*\/?/, '').replace(/[*?[\]…]/g, '')) || isSensitive(path)) return refused('SENSITIVE_FILE', path)
  return found('HIGH', sentence('everyday.outside', { path: printable(path) }), 'outside')
}

function judgeInside(path: string, field: Field, use: Use, facts: Facts): Found {
  const named = { ...NOTHING, paths: [path] }
  if (isSensitive(path.replace(/…/g, ''))) return refused('SENSITIVE_FILE', path)
  // Without a shell nothing expands `.env*`, but whoever wrote it meant the secret.
  if (/[*?[]/.test(path) && isSensitive(path.replace(/[*?[\]]/g, ''))) return refused('SENSITIVE_FILE', path)
  const changes = use !== 'read' && use !== 'list'
  const guard =
    changes && isLaterRun(path) ? found('HIGH', sentence('everyday.protected', { path: printable(path) }), 'protected') : NOTHING
  if (field.isOpen) return join(named, guard, changes ? writesSomewhere(use, field) : NOTHING)
  const judgement = judgePathUse(path, toPathUse(use, path), facts)
  if (!isRefused(judgement))
    return join(named, guard, changes ? { ...NOTHING, beside: judgement.risk, findings: judgement.findings } : NOTHING)
  const { code } = judgement.refusal
  if (code === 'SENSITIVE_FILE') return { ...named, refusals: [judgement.refusal] }
  // Builds write programs and libraries all day; only the file tools never do.
  if (code === 'PERMISSION_DENIED') return join(named, guard, found('HIGH', sentence('reason.writes', { path: printable(path) })))
  const need = code === 'PATH_OUTSIDE_WORKSPACE' ? 'outside' : 'not-understood'
  return join(named, guard, found('HIGH', judgement.refusal.messageForm, need))
}

const toPathUse = (use: Use, path: string): PathUse => (path === '.' && use !== 'list' ? 'read' : use)

/** A word that may or may not be a path: an argument of a script, a value of an unknown option. */
export function judgeSuspect(field: Field, folders: readonly string[], facts: Facts): Found {
  if (/\s/.test(field.text.trim())) return NOTHING
  return join(...candidates(field.text).map((text) => judgeCandidate({ ...field, text }, folders, facts)))
}

function judgeCandidate(field: Field, folders: readonly string[], facts: Facts): Found {
  const { text } = field
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) && !/^file:/i.test(text)) return NOTHING
  const looksLikePath = /^[/~]|^[A-Za-z]:[\\/]|^file:/i.test(text) || text.split('/').includes('..')
  const outside = folders.map((folder) => locate(text.replace(/^file:\/*/i, '/'), folder, facts)).find(({ kind }) => kind === 'outside')
  if (looksLikePath && outside?.kind === 'outside') return judgeOutside(outside.path)
  const place = folders.map((folder) => locate(text, folder, facts)).find(({ kind }) => kind === 'inside')
  const suspect = suspectPath(place?.kind === 'inside' ? place.path : text)
  if (suspect?.code === 'SENSITIVE_FILE' || isSensitive(text.replace(/…/g, ''))) return refused('SENSITIVE_FILE', text)
  const reached = field.isPattern ? findSensitiveReach(text) : undefined
  return reached === undefined ? NOTHING : refused('SENSITIVE_FILE', text)
}

/** The word itself, what follows an `=` or stands in a list, and what may be attached to an option letter. */
function candidates(word: string): string[] {
  const parts = [word, ...word.split('=').slice(1), ...word.split(',').slice(1)]
  const equals = word.indexOf('=')
  if (equals >= 0) parts.push(word.slice(equals + 1))
  const attached = /^-[A-Za-z](.+)$/s.exec(word)?.[1]
  if (attached !== undefined) parts.push(attached.replace(/^=/, ''))
  return [...new Set(parts.map((part) => part.replace(/^@/, '')).filter((part) => part !== ''))]
}
