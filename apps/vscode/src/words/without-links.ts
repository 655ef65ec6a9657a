// Text for a notification. The editor shows `[words](command:…)` there as a link: only its words would be seen, and a click would run
// any command of the editor. Text of an agent, a file or a server must not make one.

export const withoutLinks = (text: string): string => text.replaceAll('](', '] (')
