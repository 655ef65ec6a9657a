// The names of the tools that an agent may call. Loaded only for the help of `call`.
import { CATALOGUE } from '@countersign/tools'

export const TOOL_NAMES = CATALOGUE.filter(({ forOperator }) => !forOperator).map(({ name }) => name)
