// What a person reads when the server is up: where it is, and lines to paste.
import type { Model } from '@countersign/agent'
import { bold, cyan, dim } from '../terminal/colours.ts'
import { ownName } from '../terminal/own-name.ts'

export interface Started {
  readonly url: string
  /** Opens the page, signed in; undefined if another issuer gives out tokens. */
  readonly link: string | undefined
  readonly workspace: string | undefined
  readonly data: string
  readonly isDefaultData: boolean
  /** The content of the sample is known. */
  readonly isSample: boolean
  readonly isolation: string | undefined
  readonly models: readonly Pick<Model, 'name' | 'provider'>[]
  /** Tokens come from another issuer, so the commands here have none of their own. */
  readonly isForeign: boolean
}

export function nextSteps(started: Started): string {
  return [
    ...howToOpen(started),
    '',
    ...whereItIs(started),
    '',
    ...(started.workspace && !started.isForeign ? whatToTry(started) : []),
    dim('Countersign does not restrict an agent that has its own shell outside it, as the same user.'),
    dim('Stop with Ctrl-C.'),
    '',
  ].join('\n')
}

const howToOpen = ({ url, link, isDefaultData, data }: Started): string[] =>
  link
    ? [
        `${bold('Open Countersign in your browser:')}`,
        `  ${cyan(link)}`,
        dim(`  The link works once, for a minute. A new one at any time: ${ownName} page${isDefaultData ? '' : ` --data ${data}`}`),
      ]
    : [`${bold('Open Countersign in your browser')} and sign in with a token of your issuer: ${cyan(url)}`]

const whereItIs = ({ url, workspace, data, isolation, models }: Started): string[] => [
  `${bold('Countersign')} serves ${bold(url)}`,
  workspace ? `${dim('workspace')} ${workspace}` : dim(`no workspace: name one with --workspace DIR, or start ${ownName} runner for it`),
  ...(isolation
    ? [`${dim('commands')}  ${isolation === 'sandbox' ? 'run in a sandbox' : `run without a sandbox (see ${ownName} doctor)`}`]
    : []),
  `${dim('model')}     ${whichModel(models)}`,
  `${dim('data')}      ${data}`,
]

function whichModel([first, ...others]: Started['models']): string {
  if (!first) return 'none: a built-in agent answers; to add one set COUNTERSIGN_MODEL or write a models file (docs/models.md)'
  return `${first.name} (${first.provider}) answers${others.length > 0 ? `; also ${others.map(({ name }) => name).join(', ')}` : ''}`
}

const whatToTry = (started: Started): string[] => [
  `Or by hand, in a second terminal${ownName.startsWith('npx') ? `, in ${process.cwd()}` : ''}:`,
  ...steps(started).map((step) => `  ${cyan(`${ownName} ${step}`)}`),
  '',
]

function steps({ data, isDefaultData, isSample }: Started): string[] {
  const read = isSample ? `call read_file '{"path":"README.md"}'` : `call list_directory '{"path":"."}'`
  const write = `call write_file '{"path":"notes/today.md","content":"# Today\\n\\n- hello\\n"}' --no-wait`
  const refused = `call execute_command '{"command":"rm","args":["-rf","/"]}'`
  const all = [read, write, 'pending', 'approve', refused, 'history']
  return isDefaultData ? all : all.map((step) => `${step} --data ${data}`)
}
