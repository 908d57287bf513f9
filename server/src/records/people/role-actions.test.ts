import { expect, test } from 'vitest'
import { actionOfDecision, decisionActions } from './decision-actions.ts'
import {
  type Action,
  mayMember,
  mayOperator,
  memberRoles,
  operatorRoles,
  roleActions,
  sessionsOf,
} from './role-actions.ts'

const actions = Object.keys(roleActions) as Action[]

test('an auditor and support read, and decide and stop nothing', () => {
  const allowed = (role: 'auditor' | 'support') => actions.filter((action) => mayOperator([role], action))
  const reading = [
    'self.read',
    'self.manage',
    'operators.list',
    'businesses.list',
    'keys.list',
    'records.read',
  ]
  expect(allowed('auditor')).toEqual(reading)
  expect(allowed('support')).toEqual([...reading, 'cases.work'])
})

test('several roles allow what each of them allows', () => {
  expect(mayOperator(['operator'], 'decisions.treasury')).toBe(false)
  expect(mayOperator(['operator', 'treasury'], 'decisions.treasury')).toBe(true)
  expect(mayOperator([], 'self.read')).toBe(false)
})

test('members decide only about payments from their own balance, and see no other business', () => {
  const allowed = actions.filter((action) => memberRoles.some((role) => mayMember(role, action)))
  expect(allowed).toEqual([
    'self.read',
    'self.manage',
    'codes.manage',
    'businesses.list',
    'keys.list',
    'keys.manage',
    'webhooks.manage',
    'requests.list',
    'api.read',
    'api.buy',
    'cases.decide',
    'payments.read',
    'payments.make',
    'payments.limit',
    'team.read',
    'activity.list',
    'team.manage',
    'team.leave',
    'settings.read',
    'look.manage',
    'wallets.manage',
    'tolerance.manage',
    'go_live.read',
    'go_live.manage',
  ])
})

test('a session that began by mail reads, and approves, signs, issues and enrols nothing', () => {
  expect(actions.filter((action) => sessionsOf(action) === 'any')).toEqual([
    'self.read',
    'businesses.list',
    'keys.list',
    'requests.list',
    'api.read',
    'payments.read',
    'team.read',
    'activity.list',
    'settings.read',
  ])
})

test('a person who enrolled again works, reads and stops, and decides and signs nothing for a day', () => {
  expect(actions.filter((action) => sessionsOf(action) !== undefined)).toEqual([
    'self.read',
    'self.manage',
    'codes.manage',
    'operators.list',
    'businesses.list',
    'keys.list',
    'requests.list',
    'api.read',
    'api.buy',
    'payments.read',
    'team.read',
    'activity.list',
    'settings.read',
    'look.manage',
    'go_live.read',
    'records.read',
    'cases.work',
    'statements.import',
    'stops.place',
  ])
})

test('every action is allowed to some role, and no role may do everything', () => {
  for (const action of actions) {
    const isAllowed =
      operatorRoles.some((role) => mayOperator([role], action)) ||
      memberRoles.some((role) => mayMember(role, action))
    expect(isAllowed).toBe(true)
  }
  for (const role of operatorRoles) expect(actions.every((action) => mayOperator([role], action))).toBe(false)
})

test('what a sanctions list holds is decided by compliance alone, whatever the decision', () => {
  for (const decision of Object.keys(decisionActions) as (keyof typeof decisionActions)[])
    expect(actionOfDecision('screening_hit', decision)).toBe('decisions.sanctions')
  expect(actionOfDecision('over_limit', 'release')).toBe('decisions.payments')
  expect(actionOfDecision('line_aside', 'dismiss')).toBe('cases.dismiss')
})
