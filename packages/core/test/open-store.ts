// A fresh, empty store for each test.
import type { Store } from '../src/index.ts'

export type OpenStore = () => Promise<Store>
