// Settings that only say how git prints: taken over for lines that read, so that git prints there what it prints for the person. None names
// a program, a file or another place.
import { isListed, type Setting, type SettingList } from './safe-settings.ts'

const TRUTH = /^(true|false|yes|no|on|off|1|0)$/i
const NUMBER = /^\d{1,6}$/
const WORD = /^[a-z][a-z0-9-]{0,40}$/i
const WORDS = /^[a-z][a-z0-9,=-]{0,200}$/i
const ORDER = /^-?[a-z][a-z:-]{0,40}$/i

const SHOWN: SettingList = {
  'core.quotepath': TRUTH,
  'core.abbrev': /^(\d{1,2}|auto|no)$/i,
  'core.whitespace': WORDS,
  'status.relativepaths': TRUTH,
  'status.short': TRUTH,
  'status.branch': TRUTH,
  'status.aheadbehind': TRUTH,
  'status.showstash': TRUTH,
  'status.renames': /^(true|false|copies|copy)$/i,
  'status.renamelimit': NUMBER,
  'status.showuntrackedfiles': /^(no|normal|all)$/i,
  'diff.renames': /^(true|false|copies|copy)$/i,
  'diff.renamelimit': NUMBER,
  'diff.noprefix': TRUTH,
  'diff.mnemonicprefix': TRUTH,
  'diff.relative': TRUTH,
  'diff.context': NUMBER,
  'diff.interhunkcontext': NUMBER,
  'diff.algorithm': WORD,
  'diff.indentheuristic': TRUTH,
  'diff.suppressblankempty': TRUTH,
  'diff.wserrorhighlight': WORDS,
  'log.date': /^[a-z][a-z0-9-]{0,20}(:[^\p{C}]{0,60})?$/iu,
  'log.decorate': WORD,
  'log.follow': TRUTH,
  'log.abbrevcommit': TRUTH,
  'log.showroot': TRUTH,
  'log.mailmap': TRUTH,
  'blame.date': WORD,
  'blame.showroot': TRUTH,
  'blame.showemail': TRUTH,
  'blame.blankboundary': TRUTH,
  'branch.sort': ORDER,
  'tag.sort': ORDER,
}

export const isShownSetting = (setting: Setting): boolean => isListed(setting, SHOWN, {})
