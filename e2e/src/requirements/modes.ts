// Section 4: modes, and the list of commands.
import { section, tested } from './requirement.ts'

export const modes = section(4, {
  'modes.field': 'The mode is a field of the project: strict, ask or rehearse; a new project has ask, or what serve --mode says.',
  'modes.operator-only': 'Only the operator changes the mode; the change is a row of the log with who and from where, and an event.',
  'modes.cap': 'The policy file caps the mode with max_mode.',
  'modes.shown': 'mode and doctor tell the mode, and every approval names the mode in which it was judged.',
  'modes.waiting': 'What waits keeps the verdict that it was given when the mode changes.',
  'modes.no-layer': 'Where no layer can be made, calls are judged as in ask, and header, doctor and model say so.',
  'modes.ask.reading': 'In ask a shell line whose every part is LOW runs unasked and read-only, with what it would print without a gate.',
  'modes.ask.wrappers': 'In ask and rehearse wrappers are looked through: the inner command is judged.',
  'modes.ask.absolute': "An absolute path that begins with the workspace's own root is read as the path inside it.",
  'modes.ask.never': 'In every mode what is never allowed is refused.',
  'modes.ask.all-obstacles': 'A question names everything that stands in the way at once.',
  'modes.list.unlisted': 'In ask a bare name that is not on the list is asked at HIGH, with the choice to add it; in strict it is refused.',
  'modes.list.answer': 'The answer may add the command to the list of the project; from then on it is not HIGH for being unknown.',
  'modes.list.operator-only': 'The list belongs to the operator, never to the agent.',
  'modes.day': 'A day of thirty calls in ask refuses nothing, and asks less when the offered grants are taken.',
  'modes.rehearse-verdicts': tested(
    'policy check gives the verdicts of rehearse, and with --jsonl and no --mode those of strict.',
    'apps/cli/src/commands/policy/policy-check.test.ts#judges by the mode that is given, with what the workspace has',
  ),
})
