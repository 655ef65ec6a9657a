// What the editor's languages know, for the read-only tools `ide.*`: diagnostics, symbols, definitions, references.
import { join } from 'node:path'
import type { Editor, FoundDiagnostic, FoundPlace, FoundSymbol } from '@countersign/runner'
import * as vscode from 'vscode'

type Position = Parameters<Editor['definition']>[0]
type Span = Omit<FoundPlace, 'file'>

/** `root` is the real path of the folder. */
export function createEditorKnowledge(root: string): Editor {
  const uriOf = (path: string) => vscode.Uri.file(join(root, path))
  const placesBy = (command: string) => async (position: Position) => {
    const uri = uriOf(position.path)
    await vscode.workspace.openTextDocument(uri)
    const at = new vscode.Position(position.line - 1, position.column - 1)
    const found = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>(command, uri, at)
    return found.map(placeOf)
  }
  return {
    async diagnostics(path) {
      const all: readonly [vscode.Uri, readonly vscode.Diagnostic[]][] =
        path === undefined ? vscode.languages.getDiagnostics() : [[uriOf(path), vscode.languages.getDiagnostics(uriOf(path))]]
      return all.flatMap(([uri, found]) => found.map((diagnostic) => diagnosticOf(uri, diagnostic)))
    },
    async symbols(path) {
      const uri = uriOf(path)
      await vscode.workspace.openTextDocument(uri)
      const found = await vscode.commands.executeCommand<(vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined>(
        'vscode.executeDocumentSymbolProvider',
        uri,
      )
      return (found ?? []).flatMap((symbol) => symbolsOf(symbol, []))
    },
    definition: placesBy('vscode.executeDefinitionProvider'),
    references: placesBy('vscode.executeReferenceProvider'),
  }
}

const fileOf = (uri: vscode.Uri): string => (uri.scheme === 'file' ? uri.fsPath : uri.toString())

const spanOf = ({ start, end }: vscode.Range): Span => ({
  line: start.line + 1,
  column: start.character + 1,
  endLine: end.line + 1,
  endColumn: end.character + 1,
})

const placeOf = (found: vscode.Location | vscode.LocationLink): FoundPlace =>
  'targetUri' in found
    ? { file: fileOf(found.targetUri), ...spanOf(found.targetSelectionRange ?? found.targetRange) }
    : { file: fileOf(found.uri), ...spanOf(found.range) }

const SEVERITIES = ['error', 'warning', 'information', 'hint'] as const

function diagnosticOf(uri: vscode.Uri, { severity, message, source, code, range }: vscode.Diagnostic): FoundDiagnostic {
  const name = typeof code === 'object' ? code.value : code
  return {
    file: fileOf(uri),
    ...spanOf(range),
    severity: SEVERITIES[severity] ?? 'hint',
    message,
    source,
    ...(name !== undefined && { code: String(name) }),
  }
}

function symbolsOf(symbol: vscode.DocumentSymbol | vscode.SymbolInformation, containers: readonly string[]): FoundSymbol[] {
  const { name } = symbol
  const kind = vscode.SymbolKind[symbol.kind].toLowerCase()
  if (!('children' in symbol))
    return [{ name, kind, containers: symbol.containerName ? [symbol.containerName] : [], ...spanOf(symbol.location.range) }]
  return [
    { name, kind, containers, ...spanOf(symbol.selectionRange) },
    ...symbol.children.flatMap((child) => symbolsOf(child, [...containers, name])),
  ]
}
