// The document of a webview: the built page with addresses that the webview can load, and the strictest content policy that it works with.
import * as vscode from 'vscode'

export async function readWebviewHtml(webview: vscode.Webview, folder: vscode.Uri): Promise<string> {
  const built = new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, 'webview.html')))
  const base = webview.asWebviewUri(folder).toString()
  const policy = [
    "default-src 'none'",
    `script-src ${webview.cspSource}`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data:`,
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')
  return built
    .replaceAll(/(src|href)="\.\//g, `$1="${base}/`)
    .replace('<head>', `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`)
}

export const webviewOptions = (folder: vscode.Uri): vscode.WebviewOptions => ({ enableScripts: true, localResourceRoots: [folder] })

/** The page speaks three languages; others get English. */
export function pageLanguage(language = vscode.env.language): 'en' | 'ru' | 'zh' {
  const [first] = language.toLowerCase().split('-')
  return first === 'ru' || first === 'zh' ? first : 'en'
}
