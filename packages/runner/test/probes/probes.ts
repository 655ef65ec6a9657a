// All probes, as data: tests run them for each kind of user.
import { FILE_PROBES } from './file-probes.ts'
import { KERNEL_PROBES } from './kernel-probes.ts'
import { LATER_PROBES } from './later-probes.ts'
import { NETWORK_PROBES } from './network-probes.ts'
import { PROCESS_PROBES } from './process-probes.ts'
import { REPOSITORY_PROBES } from './repository-probes.ts'

export const PROBES = [...NETWORK_PROBES, ...FILE_PROBES, ...KERNEL_PROBES, ...PROCESS_PROBES, ...LATER_PROBES, ...REPOSITORY_PROBES]
