// Output of a command for a terminal: colours and line ends pass; what would move the cursor, set the title or touch the clipboard does not.

export const plainOutput = (text: string): string =>
  text
    .replaceAll(LONG_ORDER, '')
    .replaceAll(ORDER, (all) => (COLOUR.test(all) ? all : ''))
    .replaceAll(/\p{Cc}/gu, (control, at: number, whole: string) => (KEPT.has(control) || COLOUR.test(whole.slice(at)) ? control : ''))

const ESCAPE = String.fromCharCode(27)
const BELL = String.fromCharCode(7)
const KEPT = new Set(['\n', '\r', '\t'])
/** Title, clipboard, links: from their start to their end, or to the end of the line. */
const LONG_ORDER = new RegExp(`${ESCAPE}[\\]PX^_][^${BELL}${ESCAPE}\\n]*(?:${BELL}|${ESCAPE}\\\\)?`, 'g')
const ORDER = new RegExp(`${ESCAPE}\\[[0-?]*[ -/]*[@-~]`, 'g')
const COLOUR = new RegExp(`^${ESCAPE}\\[[\\d;]*m`)
