// What a person saw of a repository, as one digest: the commits and trees that an answer was given for.
import { hash } from 'node:crypto'
import { type BaseDigests, Failure, sentence } from '@countersign/protocol'

/** No file tool can name it, so that it stands for the repository as a whole. */
const REPOSITORY = '.git'

export interface BoundState {
  /** For a preview: remembered. */
  show(...facts: readonly string[]): void
  /** For the call itself: the same as was shown, where anything was. */
  require(...facts: readonly string[]): void
  seen(): BaseDigests
}

export function createBoundState(expected: BaseDigests): BoundState {
  const seen: BaseDigests = {}
  const digest = (facts: readonly string[]) => hash('sha256', facts.join('\0'))
  return {
    show: (...facts) => {
      seen[REPOSITORY] = digest(facts)
    },
    require: (...facts) => {
      if (Object.hasOwn(expected, REPOSITORY) && expected[REPOSITORY] !== digest(facts))
        throw new Failure('FILE_CHANGED', { subject: sentence('repository.not-as-shown') })
    },
    seen: () => ({ ...seen }),
  }
}
