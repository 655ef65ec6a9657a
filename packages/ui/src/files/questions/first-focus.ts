// A dialog that opens goes to what has this attribute; the property of the same name comes too early for it.

export const firstFocus = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '')
