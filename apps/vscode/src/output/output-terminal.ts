// A terminal that only shows: nothing can be typed, and it never takes the focus by itself.
import * as vscode from 'vscode'

export class OutputTerminal implements vscode.Disposable {
  readonly #emitter = new vscode.EventEmitter<string>()
  readonly #terminal: vscode.Terminal
  #waiting: string[] | undefined = []

  constructor(name: string, onClose: () => void) {
    const pty: vscode.Pseudoterminal = {
      onDidWrite: this.#emitter.event,
      open: () => {
        for (const text of this.#waiting ?? []) this.#emitter.fire(text)
        this.#waiting = undefined
      },
      close: onClose,
    }
    this.#terminal = vscode.window.createTerminal({ name: `Countersign: ${name}`, iconPath: new vscode.ThemeIcon('shield'), pty })
    this.reveal()
  }

  reveal(): void {
    this.#terminal.show(true)
  }

  write(text: string): void {
    const lines = text.replaceAll(/\r?\n/g, '\r\n')
    if (this.#waiting) this.#waiting.push(lines)
    else this.#emitter.fire(lines)
  }

  dispose(): void {
    this.#terminal.dispose()
    this.#emitter.dispose()
  }
}
