// Ids that look like those of the system.
import { randomUUID } from 'node:crypto'

/** A UUID marked as version 7, as the protocol requires. */
export const newId = (): string => randomUUID().replace(/^(.{14})4/, '$17')
