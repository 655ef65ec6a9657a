// Runs in the page before anything else: records when each card first appeared on the screen.

/** By the id of the call, in milliseconds since 1970. */
export type CardTimes = Record<string, number>

/** The function is sent to the browser as text: it cannot use anything outside itself. */
export function watchCards(): void {
  const shown: CardTimes = {}
  Object.assign(globalThis, { cardTimes: shown })
  // The observer reports after a frame has been drawn; it does not report a card that is out of sight or still hidden for measuring.
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
