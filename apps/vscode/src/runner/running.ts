// A runner of this window, wherever it runs.

export interface HostRunner extends AsyncDisposable {
  /** Tells the server anew what can be done here. */
  announce(): void
  readonly stopped: Promise<void>
}
