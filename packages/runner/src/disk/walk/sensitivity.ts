// The same answer as `isSensitive` for every name of a folder, at a fraction of the cost: where the folder's own names play
// no part in any rule, the name alone decides.
import { foldSegments, isSensitive, SENSITIVE_ENDINGS, SENSITIVE_PLACES } from '@countersign/policy'
import type { NameTest } from './name-test.ts'

// Folders that give a name below them a meaning: `.kube/config`, `secrets/db_password`.
const MEANINGFUL = new Set([
  'secrets',
  ...SENSITIVE_ENDINGS.flatMap((path) => path.split('/').slice(0, -1)),
  ...SENSITIVE_PLACES.flatMap((path) => path.split('/')),
])

/** Whether something below a folder may be sensitive for the folder's name alone. */
export const isMeaningfulFolder = (name: string): boolean => foldSegments(name).some((segment) => MEANINGFUL.has(segment))

export function sensitivityIn(folder: string): NameTest {
  if (folder === '' || folder === '.') return isSensitive
  const isOrdinary = !foldSegments(folder).some((segment) => MEANINGFUL.has(segment)) && !isSensitive(folder)
  return isOrdinary ? isSensitiveAnywhere : (name) => isSensitive(`${folder}/${name}`)
}

/** The same for a folder that lies in another one and is not sensitive itself: in an ordinary folder its own name decides. */
export function sensitivityBelow(above: NameTest, folder: string, name: string): NameTest {
  const isAboveOrdinary = above === isSensitiveAnywhere || above === isSensitive
  return isAboveOrdinary && !isMeaningfulFolder(name) ? isSensitiveAnywhere : sensitivityIn(folder)
}

// Most files of a project are code, and no rule speaks of a name that ends so, but for three that are left out here.
const PLAIN_CODE =
  /^(?!id_|wp-|.*\.tfvars[._-])[a-z0-9][\w.-]*\.(?:[cm]?[jt]sx?|css|scss|html|mdx?|py|go|rs|java|kt|cc?|cpp|hh?|hpp|cs|rb|php|swift|vue|svg|png)$/i

// Other names come again, in every folder and with every look: `package.json`, `Makefile`. What is kept is bounded.
const MAX_REMEMBERED = 65_536
const remembered = new Map<string, boolean>()

function isSensitiveAnywhere(name: string): boolean {
  if (PLAIN_CODE.test(name)) return false
  const known = remembered.get(name)
  if (known !== undefined) return known
  // At the root a few names mean more than elsewhere; what is harmless there is harmless everywhere.
  const answer = isSensitive(name) && isSensitive(`ordinary/${name}`)
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(name, answer)
  return answer
}
