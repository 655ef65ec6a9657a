// Letter keys that answer approvals beside the chat also work in the empty message field. If another letter follows at once, the
// person is typing a word: it is written, and nothing is answered.
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { type Shortcut, shortcutInEmptyField } from '../../shared/browser/shortcuts.ts'

/** A person who types is faster. */
const ALONE_MILLISECONDS = 600

interface Held {
  readonly key: string
  readonly timer: ReturnType<typeof setTimeout>
}

/** True if the key was handled and must not be written. */
export function useLettersInEmptyField(text: string, setText: (text: string) => void): (event: KeyboardEvent) => boolean {
  const held = useRef<Held>(undefined)
  const release = (): string => {
    const key = held.current?.key ?? ''
    clearTimeout(held.current?.timer)
    held.current = undefined
    return key
  }
  useEffect(() => () => clearTimeout(held.current?.timer), [])
  const hold = ({ keys, run }: Shortcut): void => {
    const alone = () => {
      release()
      run()
    }
    held.current = { key: keys, timer: setTimeout(alone, ALONE_MILLISECONDS) }
  }
  return (event) => {
    const { key, ctrlKey, metaKey, altKey, nativeEvent, repeat } = event
    if (ctrlKey || metaKey || altKey || nativeEvent.isComposing || isModifier(key)) return false
    const begun = release()
    if (begun !== '') {
      const isLetter = key.length === 1
      setText(begun + (isLetter ? key : ''))
      if (isLetter) event.preventDefault()
      return isLetter
    }
    const shortcut = text === '' && !repeat ? shortcutInEmptyField(key) : undefined
    if (!shortcut) return false
    event.preventDefault()
    hold(shortcut)
    return true
  }
}

const isModifier = (key: string): boolean => ['Shift', 'Control', 'Alt', 'Meta', 'CapsLock'].includes(key)
