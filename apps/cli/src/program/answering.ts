// pending, approve, reject, answer and undo: a person's answers.
import type { Scope } from '@countersign/protocol'
import { type Command, Option } from 'commander'
import { dataOption, jsonOption, positive } from './options.ts'

const SCOPES: readonly Scope[] = ['once', 'class', 'session']

export function addAnswering(program: Command): void {
  program
    .command('pending')
    .description('what waits for your answer: approvals with the diff or the exact command, and questions of the agent')
    .option('--unmasked', 'the true text, where something that looks like a secret is masked')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/answering/pending.ts')).pending(options))
  program
    .command('approve [id]')
    .description('approve a pending call; without an id, the only one. Shows it and asks (needs a terminal or COUNTERSIGN_OPERATOR_TOKEN)')
    .option('--yes', 'with an id: show it, but do not ask')
    .addOption(new Option('--scope <scope>', 'what the answer covers').choices(SCOPES).default('once'))
    .option('--class <name>', 'which of the offered classes, with --scope class')
    .option('--for <seconds>', 'end of the grant, with --scope class or session', positive)
    .option('--cover-high', 'the grant covers HIGH risk too')
    .option('--params <json>', 'run it with these parameters instead')
    .option('--comment <text>', 'words for the record')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (id, options) => (await import('../commands/answering/decide.ts')).approve(id, options))
  program
    .command('reject [id]')
    .description('reject a pending call (needs a terminal or COUNTERSIGN_OPERATOR_TOKEN)')
    .option('--reason <text>', 'reaches the agent in these words')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (id, options) => (await import('../commands/answering/decide.ts')).reject(id, options))
  program
    .command('answer [id]')
    .description('answer a question of the agent (needs a terminal or COUNTERSIGN_OPERATOR_TOKEN)')
    .option('--action <action>', 'what you choose, or dismissed; cancel for a review')
    .option('--comment <text>', 'reaches the agent in these words')
    .option('--take <numbers>', 'hunks of a review to take, such as 1,3, or all')
    .option('--drop <numbers>', 'hunks of a review to leave out; the others are taken')
    .option('--comment-on <number=text>', 'words about one hunk; may be repeated', collect)
    .option('--cover-high', 'take hunks of HIGH risk too')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (id, options) => (await import('../commands/answering/answer.ts')).answer(id, options))
  program
    .command('undo <tool-id>')
    .description('put back what one call changed, if it is unchanged since; history shows the ids (needs a terminal or the token)')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (id, options) => (await import('../commands/answering/undo.ts')).undo(id, options))
}

const collect = (value: string, before: readonly string[] = []): string[] => [...before, value]
