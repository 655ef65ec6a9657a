// Runs in the page before anything else: notes when each card was first on the screen.

/** By the id of the call, in milliseconds since 1970. */
export type CardTimes = Record<string, number>

/** It is sent to the browser as text: nothing outside of it is there. */
export function watchCards(): void {
  const shown: CardTimes = {}
  Object.assign(globalThis, { cardTimes: shown })
  // It tells after a frame has been drawn; a card that is not in sight, or is still hidden to be measured, is not shown by it.
  const screen = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries) {
        if (intersectionRatio < 0.5) continue
        screen.unobserve(target)
        const id = (target as HTMLElement).dataset.call ?? ''
        if (target.checkVisibility({ visibilityProperty: true })) shown[id] ??= Date.now()
        else screen.observe(target)
      }
    },
    { threshold: 0.5 },
  )
  const watch = (node: Node) => {
    if (!(node instanceof Element)) return
    if (node.matches('[data-call]')) screen.observe(node)
    for (const card of node.querySelectorAll('[data-call]')) screen.observe(card)
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(watch)
  }).observe(document, { childList: true, subtree: true })
}
