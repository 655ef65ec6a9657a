export { listOffers } from './list-offers.ts'
export { type CheckedCommand, checkListedCommand } from './listed-command.ts'
