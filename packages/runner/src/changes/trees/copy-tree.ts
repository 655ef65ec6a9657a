// A whole tree on another disk: content, links, modes, owners and times, all on the disk when it resolves. Every step goes
// through the descriptor of the folder that was made, so that nothing swapped in between leads elsewhere.
import * as fs from 'node:fs'
import { below, type OpenObject, openObject, reopen, timesOf } from '../../disk/open-object.ts'
import { syncFolder } from '../staging/make-folders.ts'
import { applyAttributes, attributesOf, writeWhole } from '../staging/stage-file.ts'
import type { NameIn } from './rename-checked.ts'
import { type Top, type TreeEntry, walkTree } from './walk-tree.ts'

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY, O_DIRECTORY } = fs.constants
const PIECE_BYTES = 1024 * 1024

interface CopiedFolder {
  readonly path: string
  readonly copy: OpenObject
  readonly stats: fs.BigIntStats
}

export async function copyTree(top: Top, target: NameIn): Promise<void> {
  // The folders from the top to where the walk is; one that it has left is complete.
  const open: CopiedFolder[] = []
  try {
    for (const entry of walkTree(top)) {
      while (open.length > 0 && !isBelow(entry.path, open.at(-1) as CopiedFolder)) finishFolder(open.pop() as CopiedFolder)
      const place = below(open.at(-1)?.copy ?? target.folder, entry.path.split('/').at(-1) || target.name)
      if (entry.kind === 'link') copyLink(entry, place)
      else if (entry.kind === 'file') await copyFile(entry.object as OpenObject, place)
      else {
        fs.mkdirSync(place, 0o700)
        open.push({ path: entry.path, copy: openObject(place, { follow: false }), stats: entry.stats })
      }
    }
    while (open.length > 0) finishFolder(open.pop() as CopiedFolder)
  } finally {
    for (const { copy } of open) copy[Symbol.dispose]()
  }
  syncFolder(target.folder)
}

const isBelow = (path: string, folder: CopiedFolder): boolean => folder.path === '' || path.startsWith(`${folder.path}/`)

function copyLink({ leadsTo, stats }: TreeEntry, place: string): void {
  fs.symlinkSync(leadsTo as string, place)
  fs.lutimesSync(place, ...timesOf(stats))
}

async function copyFile(object: OpenObject, place: string): Promise<void> {
  const source = reopen(object, O_RDONLY)
  try {
    const copy = fs.openSync(place, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    try {
      const piece = Buffer.allocUnsafe(PIECE_BYTES)
      for (let count = fs.readSync(source, piece); count > 0; count = fs.readSync(source, piece))
        await writeWhole(copy, piece.subarray(0, count))
      finish(copy, object)
    } finally {
      fs.closeSync(copy)
    }
  } finally {
    fs.closeSync(source)
  }
}

/** Only now: adding to a folder changes its times. */
function finishFolder({ copy, stats }: CopiedFolder): void {
  using _open = copy
  const descriptor = reopen(copy, O_RDONLY | O_DIRECTORY)
  try {
    finish(descriptor, { stats })
  } finally {
    fs.closeSync(descriptor)
  }
}

function finish(descriptor: number, original: Pick<OpenObject, 'stats'>): void {
  applyAttributes(descriptor, attributesOf(original))
  fs.futimesSync(descriptor, ...timesOf(original.stats))
  fs.fsyncSync(descriptor)
}
