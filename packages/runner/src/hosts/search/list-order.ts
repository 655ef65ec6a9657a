// A listing as a thread makes it on order.
import { Failure, type FailureDetails, type Sentence } from '@countersign/protocol'
import type { Listing, ListRequest } from '@countersign/tools'
import { failureAt } from '../../disk/file-failure.ts'
import { listFolder } from '../../disk/walk/list-folder.ts'

export interface ListOrder {
  readonly root: string
  readonly request: ListRequest
  readonly hidden: readonly string[]
  /** The real name of the folder, as it was checked. */
  readonly start: string
}

/** A failure as it comes from a thread. */
export interface SentFailure {
  readonly code: Failure['code']
  readonly details: FailureDetails
  readonly message: Sentence
}

export function listOnOrder({ root, request, hidden, start }: ListOrder): Listing | SentFailure {
  const check = (name: string) => {
    if (name !== start) throw failureAt('FILE_CHANGED', request.path)
  }
  try {
    return listFolder(root, request, { hidden, check })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { code: error.code, details: error.details, message: error.messageForm }
  }
}
