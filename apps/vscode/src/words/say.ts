// Notifications with text that may come from elsewhere.
import * as vscode from 'vscode'
import { withoutLinks } from './without-links.ts'

export const sayError = (text: string): void => void vscode.window.showErrorMessage(withoutLinks(text))

export const sayWarning = (text: string): void => void vscode.window.showWarningMessage(withoutLinks(text))

/** Resolves to the label that was pressed. */
export const offer = (text: string, ...labels: readonly string[]): Thenable<string | undefined> =>
  vscode.window.showInformationMessage(withoutLinks(text), ...labels)

/** The same, for something that went wrong. */
export const offerWarning = (text: string, ...labels: readonly string[]): Thenable<string | undefined> =>
  vscode.window.showWarningMessage(withoutLinks(text), ...labels)
