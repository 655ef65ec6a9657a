// Ids that pass for those of the system.
import { randomUUID } from 'node:crypto'

/** A UUID that says it is of version 7, as the protocol wants it. */
export const newId = (): string => randomUUID().replace(/^(.{14})4/, '$17')
