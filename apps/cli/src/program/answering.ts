// pending, approve, reject, answer and undo: a person's answers.
import { GRANT_DAYS, type GrantDays, type Scope } from '@countersign/protocol'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { dataOption, jsonOption, positive } from './options.ts'

const SCOPES: readonly Scope[] = ['once', 'class', 'session', 'project']
const NEVER_SCOPES = ['session', 'project'] as const

export function addAnswering(program: Command): void {
  program
    .command('pending')
    .description('list what is waiting for your answer: approvals with the diff or the exact command, and questions from the agent')
    .option('--unmasked', 'show the unmasked text of what looks like a secret')
    .option('--lines', 'number the changed lines of a file change, for approve --lines')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/answering/pending.ts')).pending(options))
  program
    .command('approve [id]')
    .description('approve a pending call; without an id, the only one. Shows it and asks (needs a terminal or COUNTERSIGN_OPERATOR_TOKEN)')
    .option('--yes', 'with an id: show it, but do not ask')
    .addOption(new Option('--scope <scope>', 'what the approval covers').choices(SCOPES).default('once'))
    .option('--class <name>', 'which of the offered classes, with --scope class or project')
    .option('--for <seconds>', 'how long the grant lasts, with --scope class or session', positive)
    .addOption(daysOption())
    .option('--every-agent', 'for every agent of the project, with --scope project')
    .option('--cover-high', 'the grant covers HIGH-risk calls too; with --hunks or --lines, keep HIGH-risk files')
    .option('--list', "also add the command that is not on the project's list to it (pending names it)")
    .option('--params <json>', 'run it with these parameters instead')
    .option('--hunks <numbers>', 'of a file change, keep only these hunks, such as 1,3 (pending shows their numbers)')
    .option('--lines <hunk:lines...>', 'keep only these lines of a hunk, such as 2:4,5 (pending --lines shows their numbers)')
    .option('--hunk-comment <hunk=text...>', 'tell the agent why, such as 2="too early"')
    .option('--comment <text>', 'a comment, kept on record')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (id, options) => (await import('../commands/answering/decide.ts')).approve(id, options))
  program
    .command('reject [id]')
    .description('reject a pending call (needs a terminal or COUNTERSIGN_OPERATOR_TOKEN)')
    .option('--reason <text>', 'sent to the agent as written')
    .addOption(new Option('--never <where>', 'refuse such calls from now on, in this session or project').choices(NEVER_SCOPES))
    .option('--class <name>', 'which of the offered classes, with --never; pending shows them')
    .addOption(daysOption())
    .option('--this-agent', 'only for the agent that asks, with --never project')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (id, options) => (await import('../commands/answering/decide.ts')).reject(id, options))
  program
    .command('answer [id]')
    .description('answer a question from the agent, or a process that waits for input (needs a terminal or COUNTERSIGN_OPERATOR_TOKEN)')
    .option('--action <action>', 'the action you choose, or dismissed; cancel for a review, end for a process')
    .option('--text <text>', 'what is typed into a process that waits for input; left out, you are asked for it')
    .option('--comment <text>', 'sent to the agent as written')
    .option('--take <numbers>', 'hunks of a review to apply, such as 1,3, or all')
    .option('--drop <numbers>', 'hunks of a review to leave out; the others are applied')
    .option('--comment-on <number=text>', 'a comment on one hunk; may be repeated', collect)
    .option('--cover-high', 'apply HIGH-risk hunks too')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (id, options) => (await import('../commands/answering/answer.ts')).answer(id, options))
  program
    .command('undo <tool-id>')
    .description('restore what one call changed, if it has not changed since; history shows the ids (needs a terminal or the token)')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (id, options) => (await import('../commands/answering/undo.ts')).undo(id, options))
}

const daysOption = (): Option =>
  new Option('--days <days>', `how long it lasts in the project: ${GRANT_DAYS.join(', ')}; until revoked if left out`).argParser(readDays)

function readDays(value: string): GrantDays {
  const days = GRANT_DAYS.find((one) => String(one) === value)
  if (days === undefined) throw new InvalidArgumentError(`It is one of ${GRANT_DAYS.join(', ')}.`)
  return days
}

const collect = (value: string, before: readonly string[] = []): string[] => [...before, value]
