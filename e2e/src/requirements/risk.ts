// Section 5: risk and rules.
import { section, tested } from './requirement.ts'

export const risk = section(5, {
  'risk.highest': tested(
    'Risk is the highest of its findings.',
    'packages/policy/src/risk/judgement.test.ts#together the highest risk decides',
  ),
  'risk.resolved-name': 'Risk is rated over the requested and the resolved name.',
  'risk.reasons': 'Every finding has a reason in words that the operator sees.',
  'risk.runner-rates-again': "If at run time the runner's rating is above the clearance's, nothing runs: INPUT_CHANGED.",
  'risk.low.reads': 'Reads and lists are LOW and ask nobody.',
  'risk.low.commands': 'grep find ls cat head tail wc echo date pwd whoami with harmless arguments in a sandbox are LOW.',
  'risk.low.search-and-git': 'Searches, git.status, git.diff and git.log are LOW.',
  'risk.medium.writes': 'Writing .txt .md .json .py .js .ts .jsx .tsx and other known text or source is MEDIUM.',
  'risk.medium.commands': 'git, npm, node and python on files of the workspace are MEDIUM.',
  'risk.medium.network': 'npm install and ci, git clone, fetch and pull are MEDIUM with the network shown.',
  'risk.medium.seconds': 'MEDIUM is asked within 300 s.',
  'risk.high.writes': 'Writing .sh .conf, an unknown or no extension is HIGH.',
  'risk.high.runs-by-itself': 'Writing what runs by itself (package.json, Makefile, .github/** …) is HIGH.',
  'risk.high.commands': 'gcc, archives and locate are HIGH.',
  'risk.high.inline': 'Inline code (-c, -e) is HIGH.',
  'risk.high.network': tested('Other network is HIGH.', 'packages/policy/src/command/corpus.test.ts#commands of the corpus'),
  'risk.high.deletion': tested(
    'Deletion is HIGH.',
    'e2e/src/scenarios/changing.test.ts#a folder is deleted as it was shown, and comes back with an undo',
  ),
  'risk.high.not-understood': tested(
    'Anything not understood is HIGH.',
    'packages/policy/src/risk/judgement.test.ts#nothing judged is HIGH, never LOW',
  ),
  'risk.high.seconds': 'HIGH is asked within 600 s.',
  'risk.rules': 'Rules in the policy file say allow, ask or deny for tools, path globs and command prefixes, with a why.',
  'risk.rules.examples': "A rule's examples that must and must not match are checked when the file is loaded.",
  'risk.rules.not-from-workspace': 'The policy file is never read from a workspace.',
  'risk.rules.none': 'With no matching rule, risk decides.',
  'risk.rules.order': 'Among matching rules deny beats ask beats allow.',
  'risk.rules.cover-high': 'allow clears MEDIUM; HIGH only with cover_high = true.',
  'risk.rules.no-lifting': 'A rule never lifts a refusal of paths and commands.',
  'risk.rules.resolved': tested(
    'Paths in rules hold for the resolved name too; an allow has every resolved name inside it, or the call is asked.',
    'packages/runner/src/clearance/check-clearance.test.ts#runs where every name that it leads to is inside the rule',
  ),
  'risk.rules.hide': tested(
    'What a deny on paths names is shown by no tool that walks, and covered in the sandbox.',
    'packages/runner/src/hosts/hidden-by-rules.test.ts#is covered, for commands that read and for those that write, and only while the rule holds',
  ),
  'risk.rules.sub-command': tested(
    'Command prefixes mean the sub-command, whatever options stand before it, aliases folded; where nobody can tell, deny and ask match.',
    'packages/policy/src/rules/commands/match-commands.test.ts#is about a command whose further words nobody knows yet',
  ),
  'risk.rules.watched': tested(
    'The policy file is watched: a good change takes effect, a broken one says so and leaves the old in force.',
    'apps/cli/src/serve/policy/watched-policy.test.ts#leaves the old rules in force where it is broken, deleted or open to others, says so, and mends',
  ),
  'risk.rules.file': tested(
    'A file of rules in the workspace, or one that others may write, is refused.',
    'apps/cli/src/serve/policy/watched-policy.test.ts#stops the start',
  ),
  'risk.rules.runner': 'The runner has a runner.toml of its own that can only tighten.',
  'risk.policy-check': 'countersign policy check tells what would happen and why.',
})
