// What the effect of a sub-command means: its risk, its need, whether it gets the network, and the sentence that the operator reads.
import { type FormName, type Risk, sentence } from '@countersign/protocol'
import type { Effect } from '../../programs/program.ts'
import type { Need } from '../../risk/index.ts'
import { type Found, NOTHING, shown } from '../found.ts'

interface Meaning {
  readonly risk: Risk
  readonly need?: Need
  readonly network?: true
}

const MEANINGS: Readonly<Record<Effect, Meaning>> = {
  reads: { risk: 'LOW' },
  looks: { risk: 'MEDIUM' },
  builds: { risk: 'MEDIUM' },
  changes: { risk: 'MEDIUM' },
  deletes: { risk: 'HIGH' },
  code: { risk: 'HIGH' },
  serves: { risk: 'MEDIUM', need: 'process' },
  controls: { risk: 'HIGH', need: 'service', network: true },
  records: { risk: 'MEDIUM', need: 'repository' },
  rewrites: { risk: 'HIGH', need: 'repository' },
  fetches: { risk: 'MEDIUM', need: 'network', network: true },
  sends: { risk: 'HIGH', need: 'network', network: true },
  installs: { risk: 'HIGH', need: 'outside', network: true },
}

const FORMS: { readonly [effect in Effect]: FormName & `everyday.${effect}` } = {
  reads: 'everyday.reads',
  looks: 'everyday.looks',
  builds: 'everyday.builds',
  changes: 'everyday.changes',
  deletes: 'everyday.deletes',
  code: 'everyday.code',
  serves: 'everyday.serves',
  controls: 'everyday.controls',
  records: 'everyday.records',
  rewrites: 'everyday.rewrites',
  fetches: 'everyday.fetches',
  sends: 'everyday.sends',
  installs: 'everyday.installs',
}

export function foundEffect(effect: Effect, command: string): Found {
  const { risk, need, network = false } = MEANINGS[effect]
  return {
    ...NOTHING,
    network,
    beside: risk,
    findings: [{ risk, sentence: sentence(FORMS[effect], { command: shown(command) }), ...(need && { need }) }],
  }
}
