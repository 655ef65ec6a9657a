// Every kind of step, one line each.

import { folder } from './folder.ts'
import { move } from './move.ts'
import { put } from './put.ts'
import type { Step, StepOf } from './step.ts'
import type { StepKind } from './step-kind.ts'
import { trash } from './trash.ts'

const KINDS: { readonly [Kind in Step['kind']]: StepKind<StepOf<Kind>> } = { folder, put, trash, move }

export const kindOf = <S extends Step>(step: S): StepKind<S> => KINDS[step.kind] as unknown as StepKind<S>
