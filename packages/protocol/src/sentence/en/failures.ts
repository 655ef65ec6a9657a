// Failures and refusals: the sentence of a code with what it is about, and the advice that goes with it.
import { ERROR_CODES, type ErrorCode } from '../../errors/error-codes.ts'

type CodeForms = { readonly [code in ErrorCode as `code.${code}`]: (typeof ERROR_CODES)[code]['sentence'] }
type AdviceForms = { readonly [code in ErrorCode as `advice.${code}`]: (typeof ERROR_CODES)[code]['advice'] }

const entries = Object.entries(ERROR_CODES)
const CODES = Object.fromEntries(entries.map(([code, { sentence }]) => [`code.${code}`, sentence])) as CodeForms
const ADVICE_OF_CODES = Object.fromEntries(entries.map(([code, { advice }]) => [`advice.${code}`, advice])) as AdviceForms

export const FAILURES = {
  ...CODES,
  ...ADVICE_OF_CODES,
  'failure.about': '{failure}: {subject}',
  'failure.file-type': 'File type not allowed: {path}',

  'subject.not-judged': 'could not be judged ({problem})',
  'subject.call-not-judged': 'the call could not be judged ({problem})',
  'subject.denied-by-rule': '{why} (rule "{rule}")',
  'subject.denied-by-runner-rule': '{why} (rule "{rule}" of this runner)',
  'subject.no-such-rule': 'no rule "{rule}" allows anything now',
  'subject.rule-does-not-cover': 'rule "{rule}" does not cover this call',
  'subject.rule-does-not-reach-high': 'rule "{rule}" does not reach HIGH risk',
  'subject.rule-does-not-reach': 'rule "{rule}" does not reach {path}',
  'subject.needs-own-answer': "only a person's own answer clears this, not a {kind}: {why}",
  'subject.nobody-answered': { other: 'nobody answered within {count} s' },
  'subject.outcome-unknown': 'outcome unknown; look at the workspace before repeating the call',
  'subject.start-runner': 'start it on your machine with countersign runner, then call again',
  'subject.turn-ended': 'the turn has ended',
  'subject.session-ended': 'the session ended',
  'subject.project-deleted': 'the project was deleted',
  'subject.agent-withdrew': 'the agent withdrew the call',
  'subject.operator-stopped': 'the operator stopped it',
  'subject.stays-done': '{why}; what it had done until then stays done',
  'subject.path-not-text': 'path is not a text',
  'subject.path-empty': 'the path is empty',
  'subject.command-not-text': 'command is not a text',
  'subject.args-not-texts': 'args is not a list of texts',
  'subject.argument-not-text': 'argument {number} is not a text',
  'subject.argument-control-characters': 'argument {number} holds control characters',
  'subject.too-many-arguments': { one: 'more than {count} argument', other: 'more than {count} arguments' },
  'subject.too-many-characters': { one: 'more than {count} character', other: 'more than {count} characters' },
  'subject.too-many-commands': { one: 'more than {count} command', other: 'more than {count} commands' },
  'subject.nested-too-deep': 'nested deeper than {count}',
  'subject.name-empty': 'the name is empty',
  'subject.would-run': '{command} (it would run {inner})',
  'subject.not-understood': 'not understood: {text}',
  'subject.unseen-characters': 'characters that cannot be seen: {text}',
  'subject.line-not-text': 'the line is not a text',
  'subject.line-empty': 'the line is empty',
  'subject.line-not-understood': 'the line is not understood',
  'subject.line-in-two-ways': 'the line can be read in two ways',
  'subject.line-break-after-backslash': 'a line break after a backslash',
  'subject.too-many-folders': 'too many changes of the folder',
  'subject.may-run-code': 'an expansion that may run code',
  'subject.shell-function': 'a function',
  'subject.shell-declaration': 'a declaration of variables',
  'subject.shell-test': 'a test',
  'subject.shell-arithmetic': 'arithmetic',
  'subject.shell-line': 'a shell line',
} as const
