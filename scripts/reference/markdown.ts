// Markdown building blocks for the pages of the reference.

const NOTE = '<!-- Made by `npm run docs`; do not edit. -->'

export const table = (head: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')

export const page = (title: string, ...parts: string[]): string => `${[`# ${title}`, NOTE, ...parts].join('\n\n')}\n`
