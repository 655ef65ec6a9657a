// Loaded before everything else: the schemas of the protocol compile themselves with `new Function` unless told otherwise, and
// the content policy of the page reports even the attempt.
import { config } from 'zod'

config({ jitless: true })
