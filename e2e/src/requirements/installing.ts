// Section 16: installing.
import { section } from './requirement.ts'

export const installing = section(16, {
  'install.package':
    'The package is made by npm run pack: compiled JavaScript, page, grammar and licences in at most 12 MB, no dependency, no script.',
  'install.works': 'Installed without scripts where there is only Node 24, every command works from it.',
  'install.older-node': 'An older Node says in one sentence what is needed.',
})
