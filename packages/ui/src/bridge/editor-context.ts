// What the page can ask of the editor around it; undefined in a browser.
import { createContext, useContext } from 'react'
import type { ToHost } from './bridge.ts'

export type SendToEditor = (message: ToHost) => void

const EditorContext = createContext<SendToEditor | undefined>(undefined)

export const EditorProvider = EditorContext.Provider

export const useEditor = (): SendToEditor | undefined => useContext(EditorContext)
