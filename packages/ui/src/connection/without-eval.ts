// Loaded before everything else: zod compiles schemas with `new Function` unless configured otherwise, and the content policy of
// the page reports even the attempt.
import { config } from 'zod'

config({ jitless: true })
