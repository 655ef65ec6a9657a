// Hooks for the open project: `useProject` to act, `useMirror` to read, `useLink` for the connection.
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { MirrorState } from '../mirror/state/state.ts'
import type { Link } from './follow-project.ts'
import type { OpenProject } from './open-project.ts'

const ProjectContext = createContext<OpenProject | undefined>(undefined)

export const ProjectProvider = ProjectContext.Provider

export function useProject(): OpenProject {
  const project = useContext(ProjectContext)
  if (!project) throw new Error('no project is open here')
  return project
}

/** Renders again when what is selected changes; lists are compared entry by entry. */
export function useMirror<T>(select: (state: MirrorState) => T): T {
  return useStore(useProject().mirror.store, useShallow(select))
}

export const useLink = (): Link => useStore(useProject().link)
