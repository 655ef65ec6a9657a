// One server per data folder: a second start says where the first one is, and what to type.

import { readServerFile, type ServerFile } from '@countersign/runner/local-server'
import { faultsFromEnvironment, type RunningServer, type ServerOptions, startServer } from '@countersign/server'
import { StorageError } from '@countersign/server/storage-error'
import { ownName } from '../terminal/own-name.ts'
import { UsageError } from '../terminal/report-error.ts'

export interface StartPlace {
  readonly data: string
  readonly isDefaultData: boolean
}

export async function startOnce(options: ServerOptions, place: StartPlace): Promise<RunningServer> {
  try {
    return await startServer({ ...options, faults: faultsFromEnvironment(process.env) })
  } catch (error) {
    if (!(error instanceof StorageError) || error.problem !== 'in-use') throw error
    throw new UsageError(whereItRuns(await readServerFile(place.data), place), { cause: error })
  }
}

function whereItRuns(first: ServerFile | undefined, { data, isDefaultData }: StartPlace): string {
  const dataOption = isDefaultData ? '' : ` --data ${data}`
  const where = first
    ? [
        `Countersign already runs with this data folder, at ${first.url} (process ${first.pid}):`,
        `  workspace  ${first.workspace ?? 'none'}`,
      ]
    : ['Countersign already runs with this data folder (it has not said yet where it serves):']
  return [
    ...where,
    `  data       ${data}`,
    `Open its page:              ${ownName} page${dataOption}`,
    ...(first ? [`Stop it:                    kill ${first.pid}, or Ctrl-C where it runs`] : []),
    `Another one, beside it:     ${ownName} serve --workspace DIR --data ANOTHER-FOLDER --port 0`,
  ].join('\n')
}
