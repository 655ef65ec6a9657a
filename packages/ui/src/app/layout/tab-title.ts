// The number of pending approvals in the title and icon of the tab, visible when another tab is in front.

const NAME = 'Countersign'

export function showCount(count: number): void {
  document.title = count > 0 ? `(${count}) ${NAME}` : NAME
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (icon) icon.href = `data:image/svg+xml,${encodeURIComponent(drawIcon(count))}`
}

/** A check mark; with a red disc and the number while approvals are pending. */
function drawIcon(count: number): string {
  const mark = '<path d="M8 17l5 5 11-13" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>'
  const text = count > 9 ? '9+' : String(count)
  const disc = `<circle cx="22" cy="22" r="10" fill="#b3261e"/><text x="22" y="26" font-family="sans-serif" font-weight="700" font-size="12" fill="#fff" text-anchor="middle">${text}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#3b5bdb"/>${mark}${count > 0 ? disc : ''}</svg>`
}
