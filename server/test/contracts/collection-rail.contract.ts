import type { BankVendor } from '@afara/stack/simulators/bank-simulator.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { money } from '../../src/kernel/money/money.ts'
import type { CollectionRail, NumberAnswer } from '../../src/movements/collections/collection-rail.ts'
import type { BankFeed } from '../../src/movements/feeds/bank-feed.ts'
import { createManualClock } from '../manual-clock.ts'
import { expectOnlyTruth } from './bank-feed-truth.ts'
import { ada, hintsOf, linesOf } from './bank-feed-under-test.ts'
import { type FeedWorld, START, startFeedWorld } from './bank-feed-world.ts'

type RailOptions = Readonly<{
  url: string
  secrets: readonly [string]
  deadlineMs: number
  clock: ReturnType<typeof createManualClock>
}>

export type RailAdapter = Readonly<{
  vendor: BankVendor
  secret: string
  createRail(options: RailOptions): CollectionRail
  createFeed(options: RailOptions): BankFeed
}>

const asked = { reference: 'a'.repeat(32), amount: money('NGN', 2_000_041n), name: 'Ada Foods / Afara' }
const DEADLINE_MS = 20_000

/** Rules that every rail must follow, tested against the simulated vendor process over real HTTP. */
export function describeCollectionRail(adapter: RailAdapter): void {
  describe(`${adapter.vendor} as a collection rail`, () => {
    let world: FeedWorld
    let rail: CollectionRail
    let feed: BankFeed
    const create = (deadlineMs: number) => {
      const clock = createManualClock(new Date(START))
      const options = { url: world.url, secrets: [adapter.secret] as const, deadlineMs, clock }
      rail = adapter.createRail(options)
      feed = adapter.createFeed(options)
    }
    beforeAll(async () => {
      world = await startFeedWorld(adapter.vendor)
    })
    beforeEach(async () => {
      await world.reset()
      create(DEADLINE_MS)
      world.answerWith(() => ({ status: 200, body: {} }))
    })
    afterAll(async () => world.stop())

    const open = async (reference = asked.reference, signal = AbortSignal.timeout(30_000)) =>
      rail.open({ ...asked, reference }, signal)
    const given = async (reference?: string) => requireGiven(await open(reference))
    /** Pays to a number, and returns the lines that the vendor's feed reports for it. */
    const payTo = async (number: string, more: object = {}) => {
      const before = world.sent.length
      await world.pay({ account: number, amount: '20000.41', payer: ada, ...more })
      const notified = (await world.notifications()).slice(before)
      const hints = hintsOf(notified.map(({ headers, body }) => feed.readHook(headers, body)))
      return linesOf(
        await Promise.all(hints.map(async (hint) => feed.reread(hint, AbortSignal.timeout(30_000)))),
      )
    }

    test('a payment to a number arrives on our account, and its line names the number', async () => {
      const { number, bankName, accountName, validUntil } = await given()
      expect(number).toMatch(/^[0-9]{10}$/)
      expect(bankName).not.toBe('')
      expect(accountName).toContain('Ada Foods')
      expect(validUntil.getTime()).toBeGreaterThan(Date.parse(START))
      const lines = await payTo(number)
      expectOnlyTruth(lines, await world.truth())
      expect(lines).toMatchObject([{ accountNumber: world.ours, paidTo: number, grossMinor: 2_000_041n }])
    })

    test('two requests have two numbers', async () => {
      const [one, other] = [await given('a'.repeat(32)), await given('b'.repeat(32))]
      expect(one.number).not.toBe(other.number)
    })

    test('a repeated request has the same number, if the rail says so', async () => {
      const [first, second] = [await given(), await open()]
      expect(second.kind === 'given' && second.number === first.number).toBe(rail.traits.isRepeatable)
    })

    test('without a number available the request is refused, and the next one works', async () => {
      const fault = await world.fault('number_none')
      expect(await open()).toEqual({ kind: 'refused', why: expect.any(String) as string })
      await fault.end()
      await given('b'.repeat(32))
    })

    test.each(['reset', '502', 'html', 'half_json', 'huge', '429'])(
      'an answer that is lost (%s) is unknown, not refused',
      async (kind) => {
        await world.fault(`number_${kind}`)
        expect(await open()).toEqual({ kind: 'unknown', why: expect.any(String) as string })
      },
    )

    test.each(['timeout', 'dribble'])('a slow answer (%s) is unknown when the time is over', async (kind) => {
      create(300)
      await world.fault(`number_${kind}`)
      expect((await open()).kind).toBe('unknown')
    })

    test('the caller can stop waiting', async () => {
      await world.fault('number_timeout')
      expect((await open(asked.reference, AbortSignal.timeout(100))).kind).toBe('unknown')
    })

    test('a rejected key gives no number', async () => {
      await world.admin('POST', `/vendors/${adapter.vendor}/rotate`)
      await world.admin('POST', `/vendors/${adapter.vendor}/rotate`)
      expect((await open()).kind).not.toBe('given')
    })

    test('a payment of another amount arrives or is sent back, as the rail says', async () => {
      const { number } = await given()
      const lines = await payTo(number, { amount: '20000' })
      const arrives = rail.traits.wrongAmount === 'arrives'
      expect(lines.map(({ paidTo, grossMinor }) => [paidTo, grossMinor])).toEqual(
        arrives ? [[number, 2_000_000n]] : [],
      )
    })

    test("the payer's account is shown as the rail says", async () => {
      const [line] = await payTo((await given()).number)
      expect(line?.payer.accountNumber !== undefined).toBe(rail.traits.showsPayerAccount)
    })

    test('a payment after the expiry is sent back. If the vendor takes it, its line names the number', async () => {
      const { number, validUntil } = await given()
      await world.wait((validUntil.getTime() - Date.parse(START)) / 1000 + 1)
      expect(await payTo(number)).toEqual([])
      const [late] = await payTo(number, { faults: ['number_late_accepted'] })
      expect(late).toMatchObject({ paidTo: number })
      expect(late?.bookedAt.getTime()).toBeGreaterThan(validUntil.getTime())
    })

    test('two payments to one number are two lines', async () => {
      const { number } = await given()
      const lines = [...(await payTo(number)), ...(await payTo(number, { faults: ['number_paid_again'] }))]
      expect(lines.map(({ paidTo }) => paidTo)).toEqual([number, number])
      expect(new Set(lines.map(({ externalId }) => externalId)).size).toBe(2)
    })

    test('a number can be issued again after it expired', async () => {
      const { number, validUntil } = await given()
      await world.wait((validUntil.getTime() - Date.parse(START)) / 1000 + 60)
      await world.fault('number_recycled')
      expect((await given('b'.repeat(32))).number).toBe(number)
    })
  })
}

function requireGiven(answer: NumberAnswer) {
  if (answer.kind !== 'given') throw new Error(`no number was given: ${answer.why}`)
  const { kind: _, ...number } = answer
  return number
}
