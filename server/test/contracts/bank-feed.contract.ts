import type { BankVendor } from '@afara/stack/bank-simulator.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createManualClock } from '../../src/kernel/clock/clock.ts'
import {
  type BankFeed,
  FeedUnavailable,
  type HookHint,
  type HookReading,
  type Reread,
} from '../../src/movements/credits/bank-feed.ts'
import type { BankLine, Payer } from '../../src/movements/credits/bank-line.ts'
import { type AnswerFault, answerFaults, paymentFaults } from './bank-feed-faults.ts'
import { expectOnlyTruth } from './bank-feed-truth.ts'
import { type FeedWorld, type Payment, type Sent, START, startFeedWorld } from './bank-feed-world.ts'

export type FeedOptions = Readonly<{
  url: string
  secrets: readonly [current: string, previous?: string]
  deadlineMs: number
  clock: ReturnType<typeof createManualClock>
  rowsPerPage: number
}>

type Adapter = Readonly<{
  vendor: BankVendor
  create(options: FeedOptions): BankFeed
  secrets: Readonly<Record<'before' | 'current' | 'next', string>>
  /** What is known of 0123456789, OKAFOR ADA at GTBank, who was notified. */
  payer: Payer
  /** Whether the signature is of the body; Providus' is the same for all. */
  signsBodies: boolean
  /** Whether the vendor shows that a credit was taken back. */
  showsTakenBack: boolean
  /** Where this vendor comes out otherwise than the rest. */
  differs?: Readonly<Record<string, Partial<AnswerFault>>>
}>

const ada = { account_number: '0123456789', name: 'OKAFOR ADA', bank: 'GTB' }
const DEADLINE_MS = 600
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** What every feed must keep to, against the vendor's stand-in as a process, over real HTTP. */
export function describeBankFeed(adapter: Adapter): void {
  const { vendor, secrets } = adapter
  describe(`${vendor} as a feed`, () => {
    let world: FeedWorld
    let feed: BankFeed
    let clock: ReturnType<typeof createManualClock>
    const createFeed = (more: Partial<FeedOptions> = {}) =>
      adapter.create({
        url: world.url,
        secrets: [secrets.current, secrets.before],
        deadlineMs: DEADLINE_MS,
        clock,
        rowsPerPage: 100,
        ...more,
      })
    beforeAll(async () => {
      world = await startFeedWorld(vendor)
    })
    beforeEach(async () => {
      await world.reset()
      clock = createManualClock(new Date(START))
      feed = createFeed()
      world.answerWith(({ headers, body }) => {
        const reading = feed.readHook(headers, body)
        const outcome =
          reading.kind === 'hints' ? 'taken' : reading.kind === 'ignored' ? 'known' : reading.kind
        return feed.hookReply(outcome, reading, body)
      })
    })
    afterAll(async () => world.stop())

    const signal = () => AbortSignal.timeout(30_000)
    const reread = async (hint: HookHint) => feed.reread(hint, signal())
    const read = ({ headers, body }: Sent) => feed.readHook(headers, body)
    const hintsOf = (readings: readonly HookReading[]) =>
      readings.flatMap((reading) => (reading.kind === 'hints' ? reading.hints : []))
    const linesOf = (answers: readonly Reread[]) =>
      answers.flatMap((answer) => (answer.kind === 'found' ? answer.lines : []))
    /** Each name once: the second telling must be the same thing. */
    const once = (lines: readonly BankLine[]) => [
      ...new Map(lines.map((line) => [line.externalId, line])).values(),
    ]
    const payAndHint = async (payment: Payment = {}): Promise<HookHint> => {
      const before = world.sent.length
      await world.pay(payment)
      const [hint] = hintsOf((await world.notifications()).slice(before).map(read))
      if (hint === undefined) throw new Error('no notification came')
      return hint
    }
    const pollOnce = async (account: string, cursor?: string) =>
      feed.list?.({ accountNumber: account }, cursor, signal())
    /** Polls until the list has no more, as a worker does. */
    const poll = async (account = world.ours, from?: string) => {
      const lines: BankLine[] = []
      const unreadable = []
      let cursor = from
      for (;;) {
        const page = await pollOnce(account, cursor)
        if (page === undefined) return { lines, unreadable, cursor }
        lines.push(...page.lines)
        unreadable.push(...page.unreadable)
        cursor = page.cursor
        if (!page.hasMore) return { lines: once(lines), unreadable, cursor }
      }
    }
    const hasList = () => feed.list !== undefined

    test('a notification is a hint, and the re-read tells the line to the kobo', async () => {
      const hint = await payAndHint({ amount: '50000.37', payer: ada, remark: 'AFR-7K2' })
      const answer = await reread(hint)
      const [truth] = await world.truth()
      expect(answer).toEqual({
        kind: 'found',
        unreadable: [],
        lines: [
          {
            externalId: truth?.reference,
            accountNumber: world.ours,
            direction: 'credit',
            kind: 'payment',
            grossMinor: 5_000_037n,
            settledMinor: 5_000_037n,
            bookedAt: new Date(START),
            valueDate: '2026-11-12',
            payer: adapter.payer,
            narration: expect.any(String) as string,
            raw: expect.any(Object) as object,
            ...(vendor === 'providus' ? { sessionId: truth?.shown_session_id } : {}),
          },
        ],
      })
      expect(JSON.stringify(linesOf([answer])[0]?.raw)).toMatch(/50000\.37|5000037/)
    })

    test.each(['0.01', '0.1', '15000', '1234567.80', '999999999999.99'])(
      '%s naira are exact',
      async (amount) => {
        const answer = await reread(await payAndHint({ amount }))
        expectOnlyTruth(linesOf([answer]), await world.truth())
        expect(linesOf([answer])).toHaveLength(1)
      },
    )

    test('each bank that payers use is found in our directory', async () => {
      const banks = [
        'GTB',
        'ABN',
        'ZIB',
        'UBA',
        'FBN',
        'FCMB',
        'STERLING',
        'KBL',
        'STBC',
        'KUDA',
        'MONIEPOINT',
        'OPAY',
        'PALMPAY',
      ]
      await world.pay(...banks.map((bank) => ({ payer: { bank } })))
      const answers = await Promise.all(hintsOf((await world.notifications()).map(read)).map(reread))
      expectOnlyTruth(linesOf(answers), await world.truth())
      const codes = linesOf(answers).map(({ payer }) => payer.bankCode)
      expect(new Set(codes).size).toBe(banks.length)
      expect(codes).not.toContain(undefined)
    })

    test('a bank that nobody knows keeps its name and has no code', async () => {
      const answer = await reread(await payAndHint({ payer: { ...ada, bank: 'Bank of the Moon' } }))
      const [line] = linesOf([answer])
      expect(line?.payer.bankCode).toBeUndefined()
      expect(line?.payer.name).toBe('OKAFOR ADA')
    })

    describe('notifications', () => {
      test('one without a signature, or with that of somebody else, is forged', async () => {
        await payAndHint()
        const [{ headers, body }] = world.sent as [Sent]
        const name = Object.keys(headers).find((header) => header.endsWith('signature')) ?? ''
        const given = String(headers[name])
        const { [name]: _, ...unsigned } = headers
        for (const forged of [
          unsigned,
          ...[
            given.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
            '',
            'null',
            given.slice(2),
            `${given}00`,
            [given],
          ].map((value) => ({ ...headers, [name]: value })),
        ])
          expect(feed.readHook(forged, body)).toEqual({ kind: 'forged' })
      })

      test('one that was tampered with leads to nothing but the truth', async () => {
        await payAndHint({ payer: ada })
        const [{ headers, body }] = world.sent as [Sent]
        const tampered = Buffer.from(
          body.toString().replaceAll('15000', '95000').replaceAll('0123456789', '9876543210'),
        )
        expect(tampered.equals(body)).toBe(false)
        const reading = feed.readHook(headers, tampered)
        expect(reading.kind).toBe(adapter.signsBodies ? 'forged' : 'hints')
        const lines = linesOf(await Promise.all(hintsOf([reading]).map(reread)))
        expectOnlyTruth(lines, await world.truth())
      })

      test('one about a transaction that never was leads to nothing', async () => {
        expect(await reread({ key: 'NEVER-WAS-1', detail: null })).toEqual({ kind: 'not_found' })
      })

      test('what came before a rotation and what came after are both genuine, the third secret is not', async () => {
        await payAndHint({ faults: ['hook_old_key'] })
        feed = createFeed({ secrets: [secrets.current] })
        expect(world.sent.map(read)).toEqual([{ kind: 'forged' }])
        feed = createFeed({ secrets: [secrets.next, secrets.current] })
        await payAndHint()
        await world.admin('POST', `/vendors/${vendor}/rotate`)
        await payAndHint()
        expect(world.sent.slice(1).map(read)).toEqual([
          { kind: 'hints', hints: expect.any(Array) as unknown },
          { kind: 'hints', hints: expect.any(Array) as unknown },
        ])
      })

      test('bytes that are no notification are unreadable, and never throw', async () => {
        await payAndHint()
        const { headers } = world.sent[0] as Sent
        for (const body of ['', '{', 'null', '[]', '"x"', '{"event":1}', '\u0000']) {
          const reading = feed.readHook(headers, Buffer.from(body))
          expect(reading.kind).toBe(adapter.signsBodies ? 'forged' : 'unreadable')
        }
        expect(feed.readHook({}, Buffer.from([0xff, 0xfe])).kind).toBe('forged')
      })

      test('the vendor takes our answer for what it means', async () => {
        const verdicts = async () =>
          (JSON.parse(await world.admin('GET', '/hooks')) as { hooks: { state: string }[] }).hooks.map(
            ({ state }) => state,
          )
        await payAndHint()
        await world.pay({ faults: ['hook_bad_signature'] })
        await world.notifications()
        for (const outcome of ['known', 'unreadable', 'busy'] as const) {
          world.answerWith(({ headers, body }) => feed.hookReply(outcome, feed.readHook(headers, body), body))
          await world.pay({})
          await world.notifications()
        }
        // Never `rejected`: the vendor would give the money back.
        expect(await verdicts()).toEqual(['delivered', 'waiting', 'delivered', 'waiting', 'waiting'])
      })
    })

    describe('asking', () => {
      test('goes on with the secret that the vendor knows, before and after a rotation', async () => {
        const hint = await payAndHint()
        feed = createFeed({ secrets: [secrets.next, secrets.current] })
        expect((await reread(hint)).kind).toBe('found')
        await world.admin('POST', `/vendors/${vendor}/rotate`)
        expect((await reread(hint)).kind).toBe('found')
        await world.admin('POST', `/vendors/${vendor}/rotate`)
        expect(await reread(hint)).toEqual({ kind: 'unavailable', why: 'it refuses our key' })
      })

      test('outlives the end of whatever was logged in with', async () => {
        const hint = await payAndHint()
        expect((await reread(hint)).kind).toBe('found')
        await world.wait(7200)
        expect((await reread(hint)).kind).toBe('found')
      })

      test('leaves a vendor in peace that asked for patience, and no longer', async () => {
        const hint = await payAndHint()
        const rule = await world.fault('requery_429')
        expect(await reread(hint)).toEqual({ kind: 'unavailable', why: 'it answered 429' })
        await rule.end()
        expect(await reread(hint)).toEqual({ kind: 'unavailable', why: 'it asked for patience' })
        clock.advance(MINUTE_MS)
        expect((await reread(hint)).kind).toBe('found')
      })

      test('ends with the patience of whoever asks', async () => {
        const hint = await payAndHint()
        await world.fault('requery_timeout')
        expect(await feed.reread(hint, AbortSignal.timeout(50))).toMatchObject({ kind: 'unavailable' })
      })

      test('a vendor that is not there is unavailable', async () => {
        feed = createFeed({ url: 'http://127.0.0.1:1' })
        expect(await reread({ key: 'A1', detail: null })).toMatchObject({ kind: 'unavailable' })
        if (hasList()) await expect(poll()).rejects.toThrow(FeedUnavailable)
      })
    })

    describe('faults of payments', () => {
      test.each(paymentFaults)('$fault', async (row) => {
        const known = (await world.catalogue()).find(({ name }) => name === row.fault) as
          | { vendors?: string[] }
          | undefined
        if (known?.vendors?.includes(vendor) === false) return
        await world.pay({ amount: '4000', payer: { name: 'BELLO SADIQ' } })
        await world.pay({ payer: ada, remark: 'AFR-7K2', faults: [row.fault] })
        const arrived = (await world.notifications()).slice(1).map(read)
        expect(arrived.map(({ kind }) => kind)).toEqual(
          row.notified === 'never' ? [] : Array(row.copies ?? 1).fill(row.notified ?? 'hints'),
        )
        const first = await Promise.all(hintsOf(arrived).map(reread))
        if (row.notified === undefined)
          expect(new Set(first.map(({ kind }) => kind))).toEqual(new Set([row.first ?? 'found']))
        const account = row.fault === 'wrong_account' ? world.other : world.ours
        const early = await poll(account)
        expectOnlyTruth([...once(linesOf(first))], await world.truth())
        expectOnlyTruth(early.lines, await world.truth())

        await world.wait(row.seconds ?? 0)
        clock.advance(Math.max((row.seconds ?? 0) * 1000, 5 * MINUTE_MS))
        const all = hintsOf((await world.notifications()).slice(1).map(read))
        const later = await Promise.all(all.map(reread))
        const told = once(linesOf(later))
        const truth = await world.truth()
        expectOnlyTruth(told, truth)
        const [credits, takenBack] = [row.credits ?? 1, adapter.showsTakenBack ? (row.takenBack ?? 0) : 0]
        if (all.length > 0) expect(told).toHaveLength(credits + takenBack)
        else expect(['hook_never', 'hook_bad_signature']).toContain(row.fault)
        if (!hasList()) return
        const late = await poll(account, early.cursor)
        const listed = once([...early.lines, ...late.lines])
        expectOnlyTruth(listed, truth)
        const others = account === world.ours ? 1 : 0
        expect(listed).toHaveLength(others + credits + takenBack)
      })

      test('the table has every one that the simulator knows', async () => {
        const wanted = (await world.catalogue())
          .filter(({ when }) => when === 'payment')
          .map(({ name }) => name)
        expect(paymentFaults.map(({ fault }) => fault)).toEqual(wanted)
      })
    })

    describe('faults of answers', () => {
      test.each(answerFaults)('$fault', async (row) => {
        const known = (await world.catalogue()).find(({ name }) => name === row.fault) as
          | { vendors?: string[] }
          | undefined
        if (known?.vendors?.includes(vendor) === false) return
        const want = { ...row, ...adapter.differs?.[row.fault] }
        const hint = await payAndHint({ payer: ada })
        const rule = await world.fault(row.fault)
        const answer = await reread(hint)
        const truth = await world.truth()
        if (want.reread instanceof RegExp) {
          expect(answer).toEqual({ kind: 'unavailable', why: expect.stringMatching(want.reread) as string })
        } else if (want.reread === 'not_found') expect(answer).toEqual({ kind: 'not_found' })
        else expectTold(answer, want.reread)
        if (hasList()) {
          feed = createFeed()
          if (want.list === 'unavailable') await expect(poll()).rejects.toThrow(FeedUnavailable)
          else {
            const page = await poll()
            if (want.list === 'nothing') expect(page).toMatchObject({ lines: [], unreadable: [] })
            else expectTold({ kind: 'found', ...page }, want.list)
          }
        }
        await rule.end()
        feed = createFeed()
        expectTold(await reread(hint), 'right')

        function expectTold(found: Reread, how: 'right' | 'ahead' | 'unreadable') {
          if (found.kind !== 'found') throw new Error(`it is ${found.kind}: ${JSON.stringify(found)}`)
          expectOnlyTruth(found.lines, truth, how === 'ahead' ? { aheadSeconds: 600 } : {})
          expect([found.lines.length, found.unreadable.length]).toEqual(
            how === 'unreadable' ? [0, 1] : [1, 0],
          )
        }
      })

      test('the table has every one that the simulator knows', async () => {
        const wanted = (await world.catalogue())
          .filter(({ when }) => when === 'answer')
          .map(({ name }) => name)
        expect(answerFaults.map(({ fault }) => fault).toSorted()).toEqual(wanted.toSorted())
      })
    })

    describe('the list', () => {
      const payMany = async (count: number) => {
        await world.pay(...Array.from({ length: count }, (_, place) => ({ amount: `${place + 1}` })))
      }

      test('is walked page by page to its end, whatever repeats, and belongs to one account', async () => {
        if (!hasList()) return
        feed = createFeed({ rowsPerPage: 7 })
        await payMany(30)
        await world.pay({ account: world.other, amount: '777' })
        await world.fault('feed_page_repeats')
        const { lines, unreadable } = await poll()
        expectOnlyTruth(lines, await world.truth())
        expect([lines.length, unreadable.length]).toEqual([30, 0])
      })

      test('rows that come between two pages are not missed, and those that are there are not lost', async () => {
        if (!hasList()) return
        feed = createFeed({ rowsPerPage: 5 })
        await payMany(12)
        const first = await pollOnce(world.ours)
        expect(first?.hasMore).toBe(true)
        await payMany(9)
        const rest = await poll(world.ours, first?.cursor)
        const next = await poll(world.ours, rest.cursor)
        const lines = once([...(first?.lines ?? []), ...rest.lines, ...next.lines])
        expectOnlyTruth(lines, await world.truth())
        expect(lines).toHaveLength(21)
      })

      test('a poll after a poll reads only what is new, until it is time to look back', async () => {
        if (!hasList()) return
        await payMany(3)
        await world.wait(86_400)
        const { cursor } = await poll()
        await payMany(2)
        const second = await poll(world.ours, cursor)
        const { requests: before } = JSON.parse(await world.admin('GET', '/state'))
        const third = await poll(world.ours, second.cursor)
        const { requests: after } = JSON.parse(await world.admin('GET', '/state'))
        expect(after[`${vendor}_feed`] - before[`${vendor}_feed`]).toBe(1)
        expect(after[`${vendor}_requery`]).toBe(before[`${vendor}_requery`])
        expect(third.lines.length).toBeLessThanOrEqual(5)
      })

      test('what is put in behind what was read is found by looking back', async () => {
        if (!hasList()) return
        await world.pay({ faults: [{ fault: 'feed_row_in_past', seconds: 7200 }] })
        await world.wait(3600)
        await payMany(1)
        const { cursor, lines } = await poll()
        expect(lines).toHaveLength(1)
        await world.wait(3600)
        clock.advance(2 * 3_600_000)
        const late = await poll(world.ours, cursor)
        expectOnlyTruth(late.lines, await world.truth())
        expect(late.lines).toHaveLength(2)
      })

      test('rows that were missing for a while are found when they are back', async () => {
        if (!hasList()) return
        await payMany(20)
        const rule = await world.fault('feed_gap', { probability: 0.4 })
        const early = await poll()
        expect(early.lines.length).toBeLessThan(20)
        await world.wait(3600)
        await payMany(1)
        const between = await poll(world.ours, early.cursor)
        await rule.end()
        clock.advance(DAY_MS)
        const late = await poll(world.ours, between.cursor)
        const lines = once([...early.lines, ...between.lines, ...late.lines])
        expectOnlyTruth(lines, await world.truth())
        expect(lines).toHaveLength(21)
      })

      test('a cursor that means nothing is as good as none', async () => {
        if (!hasList()) return
        await payMany(2)
        for (const cursor of ['', 'x', '{}', '[]', 'null', '{"through":"soon"}', '{"recent":5}'])
          expect((await poll(world.ours, cursor)).lines).toHaveLength(2)
      })

      test('an account that the vendor does not have is unavailable or empty', async () => {
        if (!hasList()) return
        const told = await poll('0000000099').catch((error: unknown) => error)
        if (told instanceof Error) expect(told).toBeInstanceOf(FeedUnavailable)
        else expect(told).toMatchObject({ lines: [] })
      })
    })
  })
}
