// Light or dark as the editor is: its class on the body says which.

export function followEditorTheme(): void {
  const apply = () => {
    const { classList } = document.body
    const isDark =
      classList.contains('vscode-dark') || (classList.contains('vscode-high-contrast') && !classList.contains('vscode-high-contrast-light'))
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  }
  apply()
  new MutationObserver(apply).observe(document.body, { attributes: true, attributeFilter: ['class'] })
}
