// How this browser alerts the person: by a sound, by system notifications. Both are off by default.
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

const KEYS = { sound: 'countersign.sound', notify: 'countersign.notify' } as const

export type Choice = keyof typeof KEYS

export const choices = createStore<Readonly<Record<Choice, boolean>>>(() => ({
  sound: localStorage.getItem(KEYS.sound) === 'on',
  notify: localStorage.getItem(KEYS.notify) === 'on',
}))

export const useChoice = (name: Choice): boolean => useStore(choices, (state) => state[name])

export function choose(name: Choice, isOn: boolean): void {
  localStorage.setItem(KEYS[name], isOn ? 'on' : 'off')
  choices.setState({ [name]: isOn })
}
