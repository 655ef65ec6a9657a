// What several changes mean step by step: which folders are made, which files get content, which go.
import { sentence } from '@countersign/protocol'
import type { FileChange, FileContent } from '@countersign/tools'
import { failureAt } from '../disk/file-failure.ts'
import { hashBytes, type OpenObject, timesOf } from '../disk/open-object.ts'
import type { OpenName } from '../disk/open-target.ts'
import { attributesOf, type FileAttributes, temporaryName } from './staging/stage-file.ts'
import type { Step } from './steps/step.ts'
import { readTree } from './trees/read-tree.ts'

/** With what it held when it was checked: on the disk, or in the editor that has it open with unsaved changes. */
export interface OpenFile extends OpenName {
  readonly content: FileContent | undefined
  /** What was shown, where the person typed on since: the change is made to it, and then joined with what was typed. */
  readonly base?: FileContent | undefined
  readonly unsaved?: { readonly version: number; readonly diskDigest: string } | undefined
}

export interface PlannedPut {
  /** Its number among the steps. */
  readonly step: number
  readonly path: string
  readonly file: OpenFile
  readonly attributes: FileAttributes | undefined
  readonly bytes: Uint8Array
}

export interface PlannedRemoval {
  readonly step: number
  readonly path: string
  readonly file: OpenName & { readonly object: OpenObject }
  readonly signature: string
  readonly trash: { readonly aside: string; readonly back: string }
}

export interface Plan {
  readonly steps: readonly Step[]
  readonly contents: ReadonlyMap<number, Uint8Array>
  readonly puts: readonly PlannedPut[]
  readonly removals: readonly PlannedRemoval[]
}

// What a link leads to is not what the change names, and the link has no content that could have been shown.
export async function planChanges(changes: readonly FileChange[], files: ReadonlyMap<string, OpenFile>): Promise<Plan> {
  const contents = new Map<number, Uint8Array>()
  const [puts, removals]: [PlannedPut[], PlannedRemoval[]] = [[], []]
  const written = changes.filter(({ content }) => content !== undefined)
  const steps: Step[] = missingFolders(written.map(({ path }) => fileAt(files, path))).map((path) => ({ kind: 'folder', path }))
  checkDistinct(changes, files)
  for (const { path, content, from } of written) {
    const file = fileAt(files, path)
    const like = from === undefined ? file.object : presentAt(files, from).object
    if (file.content) contents.set(steps.length, file.content.bytes)
    puts.push({ step: steps.length, path, file, attributes: like && attributesOf(like), bytes: content as Uint8Array })
    const unsaved = file.unsaved && { unsaved_over: file.unsaved.diskDigest }
    steps.push({
      kind: 'put',
      path: file.resolved,
      before: await before(file, like),
      after: await hashBytes(content as Uint8Array),
      ...unsaved,
    })
  }
  for (const path of goingPaths(changes)) {
    const file = presentAt(files, path)
    if (file.isFollowed) throw failureAt('INVALID_PATH', path, 'file.link-itself')
    const trash = { aside: temporaryName(), back: temporaryName() }
    const { digest, signature, bytes } = await readTree({ folder: file.way.folder, name: file.name, object: file.object, path })
    removals.push({ step: steps.length, path, file, signature, trash })
    steps.push({ kind: 'trash', path: file.resolved, digest, size: bytes, ...trash })
  }
  return { steps, contents, puts, removals }
}

async function before({ object, content }: OpenFile, like: OpenObject | undefined): Promise<Extract<Step, { kind: 'put' }>['before']> {
  if (!object || !content) return null
  const [accessed, modified] = timesOf(object.stats)
  return {
    sha256: await hashBytes(content.bytes),
    size: content.size,
    accessed,
    modified,
    ...(like !== object && { attributes: attributesOf(object) }),
  }
}

/** A renamed file leaves its old name, unless that gets other content in the same change. */
function goingPaths(changes: readonly FileChange[]): string[] {
  const written = new Set(changes.filter(({ content }) => content !== undefined).map(({ path }) => path))
  const going = changes.flatMap(({ path, content, from }) => [
    ...(content === undefined ? [path] : []),
    ...(from === undefined ? [] : [from]),
  ])
  return [...new Set(going)].filter((path) => !written.has(path))
}

/** Relative to the root, each once, outermost first. */
export function missingFolders(files: readonly OpenName[]): string[] {
  const folders = new Set<string>()
  for (const { way } of files) {
    const names = way.resolved.split('/').slice(0, -1)
    for (let depth = names.length - way.missing.length + 1; depth <= names.length; depth++) folders.add(names.slice(0, depth).join('/'))
  }
  return [...folders].sort((one, other) => one.length - other.length)
}

function checkDistinct(changes: readonly FileChange[], files: ReadonlyMap<string, OpenFile>): void {
  const places = new Map<string, string>()
  for (const { path } of changes) {
    const { resolved } = fileAt(files, path)
    if (places.has(resolved)) throw failureAt('INVALID_PATH', path, sentence('file.changed-twice', { path: places.get(resolved) ?? '' }))
    places.set(resolved, path)
  }
}

function fileAt(files: ReadonlyMap<string, OpenFile>, path: string): OpenFile {
  const file = files.get(path)
  if (!file) throw new Error(`${path} is changed without having been named`)
  return file
}

function presentAt(files: ReadonlyMap<string, OpenFile>, path: string): OpenFile & { readonly object: OpenObject } {
  const file = fileAt(files, path)
  if (!file.object) throw failureAt('FILE_NOT_FOUND', path)
  return { ...file, object: file.object }
}
