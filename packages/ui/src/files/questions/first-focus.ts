// Focuses an element when its dialog opens. React sets its own autoFocus property too early for dialogs.

export const firstFocus = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '')
