import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Activity, describeActivity } from './activity.ts'

const nothing = { at: new Date(0), subject: null, mode: null, whom: null, roleBefore: null, roleAfter: null }
const say = (one: Partial<Activity> & { action: string }) =>
  describeActivity({ ...nothing, byName: 'Ngozi', about: null, ...one })

test('every change that the audit records of a business or a key has its own words', () => {
  const files = [...globSync('server/src/**/*.ts'), ...globSync('server/sql/functions/**/*.sql')]
  const texts = files.filter((file) => !file.endsWith('.test.ts')).map((file) => readFileSync(file, 'utf8'))
  // An action stands in the same statement as its audit line: "action: 'key.issued'" or "…::text, 'business.suspended',".
  const pattern = /(?:action[:=] |p_(?:by|member)::text, |note_key\(p_member, p_\w+, )'([a-z_]+\.[a-z_]+)'/g
  const recorded = new Set(
    texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')),
  )
  const ours = [...recorded].filter((action) =>
    /^(beneficiaries|business|go_live|key|member\.requested|webhook_endpoint)/.test(action),
  )
  expect(ours.length).toBeGreaterThan(8)
  const unsaid = ours.filter(
    (action) => action !== 'business.created' && say({ action, about: '1' }).includes('made a change'),
  )
  expect(unsaid).toEqual([])
})

test('a sentence names who did it, and says Afara for operators and the system', () => {
  expect(say({ action: 'key.revoked', byName: null })).toBe('Afara revoked a key.')
  expect(say({ action: 'team.ended', whom: 'Ngozi', roleBefore: 'viewer' })).toBe('Ngozi left the business.')
  expect(say({ action: 'team.ended', whom: 'Bola', roleBefore: 'viewer' })).toBe(
    'Ngozi ended the access of Bola, who was viewer.',
  )
  expect(say({ action: 'payments.limit_set', about: '5000000' })).toBe(
    'Ngozi set the amount that one member may pay alone in 24 hours to ₦50,000.00.',
  )
  expect(say({ action: 'member.requested', about: 'POST /pay-links/v1' })).toBe(
    'Ngozi asked to create a pay link.',
  )
  expect(say({ action: 'member.requested', about: 'POST /new/v1' })).toBe('Ngozi asked to call POST /new/v1.')
  expect(say({ action: 'new.thing' })).toBe('Ngozi made a change: new.thing.')
})
