// Sizes as text.
import { MEGABYTE } from '@countersign/protocol'

export const inMegabytes = (bytes: number): number => bytes / MEGABYTE

export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
