import type { Command } from 'commander'
import { assert } from '../../kernel/refusal.ts'
import type { Action } from '../../records/people/role-actions.ts'

/**
 * What the role of an operator must allow before a command runs, by the words of the command. A command that decides is checked again when
 * the decision is signed, because what a case needs depends on its kind and on the decision.
 */
export const commandActions: Readonly<Record<string, Action>> = {
  login: 'self.manage',
  logout: 'self.manage',
  whoami: 'self.manage',
  cases: 'records.read',
  show: 'records.read',
  credits: 'records.read',
  take: 'cases.work',
  note: 'cases.work',
  attach: 'cases.work',
  'hand-over': 'cases.work',
  propose: 'cases.dismiss',
  approve: 'cases.dismiss',
  decline: 'cases.dismiss',
  reopen: 'decisions.sanctions',
  'freeze all': 'stops.place',
  'freeze business': 'stops.place',
  'freeze network': 'stops.place',
  'freeze bank': 'stops.place',
  'freeze account': 'stops.place',
  'freeze list': 'records.read',
  'unfreeze all': 'decisions.control',
  'unfreeze business': 'decisions.control',
  'unfreeze network': 'decisions.control',
  'unfreeze bank': 'decisions.control',
  'unfreeze account': 'decisions.control',
  businesses: 'records.read',
  'business create': 'businesses.manage',
  'go-live list': 'records.read',
  'go-live show': 'records.read',
  'go-live approve': 'decisions.businesses',
  'go-live refuse': 'stops.place',
  'business terms': 'decisions.businesses',
  'business suspend': 'stops.place',
  'business downgrade': 'stops.place',
  'business resume': 'decisions.businesses',
  keys: 'records.read',
  'key request': 'decisions.businesses',
  'key issue': 'decisions.businesses',
  'key issue-test': 'businesses.manage',
  'key rotate': 'businesses.manage',
  'key revoke': 'stops.place',
  'member add': 'businesses.manage',
  'member invite': 'businesses.manage',
  'member disable': 'stops.place',
  'operators list': 'operators.list',
  'operators export': 'operators.list',
  'operators invite': 'decisions.operators',
  'operators roles': 'decisions.operators',
  'operators suspend': 'operators.suspend',
  'operators sign-out': 'operators.suspend',
  'operators resume': 'decisions.operators',
  'operators end': 'decisions.operators',
  'rate set': 'decisions.treasury',
  'rate show': 'records.read',
  'rate history': 'records.read',
  'account open': 'decisions.businesses',
  'lane open': 'decisions.businesses',
  'payout-account open': 'decisions.businesses',
  'payout-account fund': 'decisions.treasury',
  'account list': 'records.read',
  'account move': 'decisions.control',
  'account feed': 'decisions.businesses',
  lanes: 'records.read',
  'lane halt': 'stops.place',
  'lane drain': 'stops.place',
  'lane resume': 'decisions.control',
  'lane top-up': 'decisions.treasury',
  'lane abandon': 'decisions.recovery',
  'payout-accounts': 'records.read',
  payouts: 'records.read',
  banks: 'records.read',
  'payout-account freeze': 'stops.place',
  'payout-account drain': 'stops.place',
  'payout-account resume': 'decisions.control',
  returns: 'records.read',
  'return by-hand': 'decisions.payments',
  float: 'records.read',
  margin: 'records.read',
  vendors: 'records.read',
  'vendor terms': 'decisions.treasury',
  'vendor settled': 'decisions.treasury',
  'vendor write-off': 'decisions.treasury',
  moves: 'records.read',
  'move naira': 'decisions.treasury',
  'move tokens': 'decisions.treasury',
  'move cancel': 'decisions.treasury',
  'sweeper top-up': 'decisions.treasury',
  // It notes what the network answered, and transactions that wait for this wallet are tried again.
  wallet: 'cases.work',
  adopt: 'decisions.recovery',
  'write-off': 'decisions.recovery',
  journal: 'decisions.recovery',
  import: 'statements.import',
  'lien place': 'stops.place',
  'lien lift': 'decisions.control',
  cap: 'decisions.control',
  'people-needed': 'decisions.control',
  'standing allow': 'decisions.standing',
  'standing end': 'stops.place',
  'standing list': 'records.read',
  reconciliation: 'records.read',
  close: 'records.read',
  'books sign-off': 'closes.sign',
}

export function actionOfCommand(command: Command): Action {
  const words = wordsOf(command)
  const action = commandActions[words]
  assert(action !== undefined, `"${words}" must have an action in command-actions.ts`)
  return action
}

/** Returns the words after `afara ops`. */
export function wordsOf(command: Command): string {
  const above = command.parent
  const isTop = above === null || above.parent === null || above.parent.parent === null
  return isTop ? command.name() : `${wordsOf(above)} ${command.name()}`
}
