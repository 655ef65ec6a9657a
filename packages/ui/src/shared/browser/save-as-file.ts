// Saves content of the page as a download.

export interface SavedFile {
  readonly name: string
  readonly type: string
  readonly content: Uint8Array
}

export function saveAsFile({ name, type, content }: SavedFile): void {
  const address = URL.createObjectURL(new Blob([content as Uint8Array<ArrayBuffer>], { type }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // A slow browser may still need the address.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
