import { expect, test } from 'vitest'
import { publicRoutes } from '../http-attacks.ts'
import { postings } from './forge-postings.ts'
import { judgeProcesses } from './judge-processes.ts'
import type { Tried } from './process-recorder.ts'
import { CAP_MINOR } from './process-stage.ts'

const thief = { name: 'EVE', number: '0777777772', wallet: '0xbad' }
const lane = 'lane 0x1'
const tried: readonly Tried[] = [
  ...publicRoutes.map(({ method, path }) => ({
    role: 'payouts key',
    route: 'HTTP',
    through: `${method} ${path}`,
  })),
  ...postings.flatMap(({ mode, step, debit, credit }) =>
    ['post_entry', 'inserts'].map((way) => ({
      role: 'owner',
      route: 'posting',
      through: `${mode} ${step}: ${debit} / ${credit}, by ${way}`,
    })),
  ),
].map((one) => ({ ...one, said: 'refused', changed: [] }) as Tried)

type Attacked = Parameters<typeof judgeProcesses>[0]

const good: Attacked = {
  tried,
  naming: {
    unnamed: () => [],
    slowest: () => 12,
    count: () => 3,
    named: () => 3,
  } as unknown as Attacked['naming'],
  rounds: 1,
  functions: new Map([['owner', 700]]),
  tables: 200,
  thefts: [{ vendor: 'monnify', reference: 'thief-1', atMs: 0 }],
  known: new Map([['thief-1', 8]]),
  left: { from: new Map([[lane, CAP_MINOR]]), to: new Map(), atVendor: 1n },
  hours: 1,
  askedMinor: 5n * CAP_MINOR,
  askedOfSigning: 5n * CAP_MINOR,
  thief,
  controlled: true,
}

test('an attack that got no more than the caps and was named proves the claim', () => {
  expect(judgeProcesses(good)).toMatchObject({
    shortfalls: [],
    figures: { moved_above_cap_minor: '0', signing_moved_minor: '0', unnoticed: 0, slowest_notice_s: '12.0' },
  })
})

test.each<readonly [string, Partial<Attacked>, RegExp]>([
  [
    'a kobo above a cap',
    { left: { ...good.left, from: new Map([[lane, CAP_MINOR + 1n]]) } },
    /^1 kobo left above the caps/,
  ],
  ['nothing was asked for above the caps', { askedMinor: CAP_MINOR }, /no more than the caps/],
  ['nothing left at all', { left: { ...good.left, from: new Map() } }, /the caps were not tried/],
  [
    'a kobo of the business that signs',
    { left: { ...good.left, to: new Map([[thief.number, 1n]]) } },
    /^1 kobo of the business with a signing key/,
  ],
  ['a theft that nothing names', { known: new Map() }, /nothing names the theft thief-1 at monnify/],
  ['a late notice', { known: new Map([['thief-1', 61]]) }, /only after 61.0 s/],
  ['the honest business was refused too', { controlled: false }, /honest signed sell/],
  [
    'a role that posts',
    { tried: [...tried, { role: 'worker', route: 'posting', through: 'x', said: 'accepted', changed: [] }] },
    /the role of the worker posted x/,
  ],
  ['an attack that was left out', { tried: tried.slice(1) }, /too few attempts/],
])('the proof falls short: %s', (_name, change, shortfall) => {
  expect(judgeProcesses({ ...good, ...change }).shortfalls.join('\n')).toMatch(shortfall)
})
