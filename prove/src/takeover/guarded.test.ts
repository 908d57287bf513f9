import { expect, test } from 'vitest'
import type { Change } from './change-log.ts'
import { guardedOf } from './guarded.ts'

const change = (table: string, before: Change['before'], after: Change['after']): Change => ({
  xid: '1',
  application: 'a test',
  table,
  before,
  after,
})

test.each([
  ['a proposal', change('case_file', null, { id: 'x' })],
  ['a business that is suspended', change('business_mode', { status: 'active' }, { status: 'suspended' })],
  ['a lane that is halted', change('lane', { state: 'active' }, { state: 'halted', halted_because: 'x' })],
  ['a freeze', change('freeze_order', null, { lifted_at: null })],
])('one person may make this change: %s', (_name, made) => {
  expect(guardedOf([made])).toEqual([])
})

test.each([
  ['a business that resumes', change('business_mode', { status: 'suspended' }, { status: 'active' })],
  [
    'a limit that is raised beside a stop',
    change('business_mode', { status: 'active', cap: 1 }, { status: 'suspended', cap: 2 }),
  ],
  ['a lifted freeze', change('freeze_order', { lifted_at: null }, { lifted_at: 'now' })],
  ['a live key', change('api_key', null, { mode: 'live' })],
  ['roles', change('operator', { roles: ['support'] }, { roles: ['administrator'] })],
  ['a table that is new', change('a_table_of_tomorrow', null, { id: 'x' })],
])('a change that needs two people is guarded: %s', (_name, made) => {
  expect(guardedOf([made])).toEqual([made])
})
