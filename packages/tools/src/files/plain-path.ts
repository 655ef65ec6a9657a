// A path as people see it: `./src//a.ts` is `src/a.ts`. Text that is not a path stays as it was written.
import { checkPath } from '@countersign/policy'

export const plainPath = (path: string): string => {
  const checked = checkPath(path)
  return 'path' in checked ? checked.path : path
}
