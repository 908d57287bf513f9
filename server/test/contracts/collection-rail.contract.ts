import type { BankVendor } from '@afara/stack/simulators/bank-simulator.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { money } from '../../src/kernel/money/money.ts'
import type { CollectionRail, NumberAnswer } from '../../src/movements/collections/collection-rail.ts'
import type { BankFeed } from '../../src/movements/feeds/bank-feed.ts'
import type { BankLine } from '../../src/movements/feeds/bank-line.ts'
import { createManualClock } from '../manual-clock.ts'
import { expectOnlyTruth } from './bank-feed-truth.ts'
import { ada, hintsOf, linesOf } from './bank-feed-under-test.ts'
import { type FeedWorld, START, startFeedWorld } from './bank-feed-world.ts'
import { testStandingNumbers } from './standing-numbers.contract.ts'

type RailOptions = Readonly<{
  url: string
  /** The account on which payments to numbers arrive. */
  pool: string
  secrets: readonly [string]
  deadlineMs: number
  clock: ReturnType<typeof createManualClock>
}>

export type RailAdapter = Readonly<{
  vendor: BankVendor
  secret: string
  /** Whether the payer's bank shows the name that we request. True by default. */
  namesAccountAsRequested?: boolean
  createRail(options: RailOptions): CollectionRail
  createFeed(options: RailOptions): BankFeed
}>

const asked = { reference: 'a'.repeat(32), amount: money('NGN', 2_000_041n), name: 'Ada Foods / Afara' }
const [FIRST, SECOND] = ['a'.repeat(32), 'b'.repeat(32)]
const DEADLINE_MS = 20_000

/** Rules that every rail must follow, tested against the simulated vendor process over real HTTP. */
export function describeCollectionRail(adapter: RailAdapter): void {
  describe(`${adapter.vendor} as a collection rail`, () => {
    let world: FeedWorld
    let rail: CollectionRail
    let feed: BankFeed
    const create = (deadlineMs: number) => {
      const clock = createManualClock(new Date(START))
      const secrets = [adapter.secret] as const
      const options = { url: world.url, pool: world.ours, secrets, deadlineMs, clock }
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
    const payTo = async (number: string, more: object = {}): Promise<BankLine[]> => {
      const before = world.sent.length
      await world.pay({ account: number, amount: '20000.41', payer: ada, ...more })
      const notified = (await world.notifications()).slice(before)
      const hints = hintsOf(notified.map(({ headers, body }) => feed.readHook(headers, body)))
      return linesOf(
        await Promise.all(hints.map(async (hint) => feed.reread(hint, AbortSignal.timeout(30_000)))),
      )
    }

    /** Whether the vendor can have a fault. */
    const canHave = async (fault: string) =>
      (await world.catalogue()).find(({ name }) => name === fault)?.vendors?.includes(adapter.vendor) ?? true
    /** What a line says about the number: itself, or our request for it. */
    const named = ({ paidTo, paidFor }: BankLine) => paidTo ?? paidFor
    const nameOf = (number: string, reference = FIRST) => expect.toBeOneOf([number, reference])

    test('a payment to a number arrives on our account, and its line names the number', async () => {
      const { number, bankName, accountName, validUntil } = await given()
      expect(number).toMatch(/^[0-9]{10}$/)
      expect(bankName).not.toBe('')
      expect(accountName).not.toBe('')
      expect(accountName.includes('Ada Foods')).toBe(adapter.namesAccountAsRequested ?? true)
      expect(validUntil.getTime()).toBeGreaterThan(Date.parse(START))
      const lines = await payTo(number)
      expectOnlyTruth(lines, await world.truth())
      expect(lines).toMatchObject([{ accountNumber: world.ours, grossMinor: 2_000_041n }])
      expect(lines.map(named)).toEqual([nameOf(number)])
    })

    test('a payment without a notification is in the list, if the vendor has one', async () => {
      const { number } = await given()
      expect(await payTo(number, { faults: ['hook_never'] })).toEqual([])
      // A payment to an account of its own does not belong to the numbers.
      await world.pay({ account: world.other })
      const page = await feed.list?.({ accountNumber: world.ours }, undefined, AbortSignal.timeout(30_000))
      const lines = page?.lines ?? []
      expectOnlyTruth(lines, await world.truth())
      expect(lines.map(named)).toEqual(feed.list === undefined ? [] : [nameOf(number)])
    })

    test('two requests have two numbers', async () => {
      const [one, other] = [await given(FIRST), await given(SECOND)]
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
      await given(SECOND)
    })

    test.each(['reset', '502', 'html', 'half_json', 'huge', '429'])(
      'an answer that is lost (%s) is unknown, not refused',
      async (kind) => {
        await world.fault(`number_${kind}`)
        expect(await open()).toEqual({ kind: 'unknown', why: expect.any(String) as string })
      },
    )

    test('after a lost answer, the next request gives a number that takes the payment', async () => {
      const fault = await world.fault('number_reset')
      expect((await open()).kind).toBe('unknown')
      await fault.end()
      // The flow never repeats a reference at a vendor that would not return the same number.
      const reference = rail.traits.isRepeatable ? FIRST : SECOND
      const { number } = await given(reference)
      expect((await payTo(number)).map(named)).toEqual([nameOf(number, reference)])
    })

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
      expect(lines.map((line) => [named(line), line.grossMinor])).toEqual(
        arrives ? [[nameOf(number), 2_000_000n]] : [],
      )
      if (!(await canHave(arrives ? 'number_amount_refused' : 'number_amount_accepted'))) return
      const other = (await given(SECOND)).number
      const fault = arrives ? 'number_amount_refused' : 'number_amount_accepted'
      expect(await payTo(other, { amount: '20000', faults: [fault] })).toHaveLength(arrives ? 0 : 1)
    })

    test('the rest of a payment that was too small arrives or is sent back, as the rail says', async () => {
      const { number } = await given()
      const first = await payTo(number, { amount: '12000.41' })
      const second = await payTo(number, { amount: '8000' })
      const sum = once([...first, ...second]).reduce((total, { grossMinor }) => total + grossMinor, 0n)
      const part = rail.traits.wrongAmount === 'arrives' ? 1_200_041n : 0n
      expect(sum).toBe(rail.traits.topUp === 'arrives' ? 2_000_041n : part)
    })

    test('a payment costs what the rail says', async () => {
      const { millionths, fixedMinor, mostMinor } = rail.traits.cost
      const [line] = await payTo((await given()).number, { faults: ['settled_less'] })
      const share = (2_000_041n * millionths) / 1_000_000n + fixedMinor
      const fee = share < mostMinor ? share : mostMinor
      expect([line?.grossMinor, line?.settledMinor]).toEqual([2_000_041n, 2_000_041n - fee])
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
      expect(late && named(late)).toEqual(nameOf(number))
      expect(late?.bookedAt.getTime()).toBeGreaterThan(validUntil.getTime())
    })

    test('a number that expires early sends payments back', async () => {
      await world.fault('number_expires_early', { seconds: 60 })
      const { number, validUntil } = await given()
      expect(validUntil.getTime()).toBeGreaterThan(Date.parse(START) + 600_000)
      await world.wait(61)
      expect(await payTo(number)).toEqual([])
    })

    test('a second payment is sent back. If the vendor takes it, there are two lines', async () => {
      const { number } = await given()
      const first = await payTo(number)
      expect(await payTo(number)).toEqual([])
      if (!(await canHave('number_paid_again'))) return
      const lines = once([...first, ...(await payTo(number, { faults: ['number_paid_again'] }))])
      expect(lines.map(named)).toEqual([nameOf(number), nameOf(number)])
      expect(lines.map(({ grossMinor }) => grossMinor)).toEqual([2_000_041n, 2_000_041n])
    })

    testStandingNumbers({ now: () => ({ rail, feed, world }), payTo, named, nameOf })

    test('a number can be issued again after it expired, and a payment names the newest request', async () => {
      const { number, validUntil } = await given()
      await world.wait((validUntil.getTime() - Date.parse(START)) / 1000 + 60)
      await world.fault('number_recycled')
      expect((await given(SECOND)).number).toBe(number)
      expect((await payTo(number)).map(named)).toEqual([nameOf(number, SECOND)])
    })
  })
}

function requireGiven(answer: NumberAnswer) {
  if (answer.kind !== 'given') throw new Error(`no number was given: ${answer.why}`)
  const { kind: _, ...number } = answer
  return number
}

/** A line that is read again is the same line. */
function once(lines: readonly BankLine[]): BankLine[] {
  return [...new Map(lines.map((line) => [line.externalId, line])).values()]
}
