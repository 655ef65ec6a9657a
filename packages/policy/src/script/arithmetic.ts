// Arithmetic of a script. A variable in it is itself arithmetic, in which `a[$(…)]` runs a command: only variables that are known to be numbers
// pass.
import type { State } from './state.ts'

export function isHarmlessArithmetic(text: string, state: State): boolean {
  // `$1` and `$-` may be anything; these are numbers, and a name is judged with or without its dollar.
  const plain = text.replace(/\$[?#$!]/g, '0').replace(/\$(?:\{([A-Za-z_]\w*)\}|(?=[A-Za-z_]))/g, '$1')
  if (!/^[\w\s+\-*/%<>=!&|^~?:,()]*$/.test(plain)) return false
  const names = plain.match(/[A-Za-z_]\w*/g) ?? []
  return names.every((name) => numberOf(name, state) !== undefined || state.variables.get(name)?.isNumber)
}

/** Names that get another number: `x += 2`, `x++`. */
export const assignedIn = (text: string): readonly string[] =>
  /(?<![=!<>])=(?!=)|<<=|>>=|\+\+|--/.test(text) ? (text.match(/[A-Za-z_]\w*/g) ?? []) : []

function numberOf(name: string, { variables }: State): string | undefined {
  const text = variables.get(name)?.text
  return text !== undefined && /^-?(?:0|[1-9][0-9]{0,8})$/.test(text) ? text : undefined
}

/** The result, where it is made of whole numbers by plus, minus and times; undefined for anything else. */
export function compute(text: string, state: State): number | undefined {
  const plain = text.replace(/\$?\{?([A-Za-z_]\w*)\}?/g, (whole, name: string) => numberOf(name, state) ?? whole)
  if (!/^\s*-?\d{1,9}(?:\s*[-+*]\s*-?\d{1,9})*\s*$/.test(plain)) return undefined
  const terms = plain.replaceAll(/\s/g, '').match(/-?\d+|[-+*](?=-?\d)/g) ?? []
  return sum(terms.join(' '))
}

/** Products first: `1 + 2 * 3`. */
function sum(text: string): number | undefined {
  const numbers = text.match(/(?<=^|[-+*] )-?\d+/g)
  const operators = text.match(/(?<=\d )[-+*](?= )/g) ?? []
  if (!numbers || numbers.length !== operators.length + 1) return undefined
  let total = 0
  let product = Number(numbers[0])
  operators.forEach((operator, index) => {
    const next = Number(numbers[index + 1])
    if (operator === '*') product *= next
    else {
      total += product
      product = operator === '-' ? -next : next
    }
  })
  return total + product
}
