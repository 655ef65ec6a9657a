import { describeStore } from '../../test/store.behaviour.ts'
import { createMemoryStore } from './memory-store.ts'

describeStore('memory', async () => createMemoryStore())
