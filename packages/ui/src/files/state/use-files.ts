// Hooks to reach the state of the files view.
import { useStore } from 'zustand'
import { useProject } from '../../connection/project-context.ts'
import type { OpenDocument } from '../documents/document.ts'
import { type Files, filesOf } from './files.ts'

export const useFiles = (): Files => filesOf(useProject())

export const useDocument = (path: string): OpenDocument | undefined => useStore(useFiles().documents.store, (all) => all.get(path))
