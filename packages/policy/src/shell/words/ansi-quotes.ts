// $'…': the text that bash produces from its escapes. Used to judge what is hidden behind them; such a word still counts as dynamic.

const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
}

const ESCAPE = /\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|c([\s\S])|([\s\S]))/g

export function decodeAnsiQuotes(body: string): string {
  return body.replace(ESCAPE, (whole, octal?: string, hex?: string, short?: string, long?: string, control?: string, letter?: string) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
    const code = hex ?? short ?? long
    if (code !== undefined) return decodeCodePoint(Number.parseInt(code, 16))
    if (control !== undefined) return String.fromCharCode(control.toUpperCase().charCodeAt(0) & 0x1f)
    return LETTERS[letter ?? ''] ?? whole
  })
}

const decodeCodePoint = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd')
