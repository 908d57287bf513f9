import type { BankVendor } from '@afara/stack/simulators/bank-simulator.ts'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import {
  type BankFeed,
  FeedUnavailable,
  type HookHint,
  type HookReading,
  type Reread,
} from '../../src/movements/feeds/bank-feed.ts'
import type { BankLine, Payer, UnreadableLine } from '../../src/movements/feeds/bank-line.ts'
import { createManualClock } from '../manual-clock.ts'
import type { AnswerFault } from './bank-feed-faults.ts'
import { type FeedWorld, type Payment, type Sent, START, startFeedWorld } from './bank-feed-world.ts'

export type FeedOptions = Readonly<{
  url: string
  secrets: readonly [current: string, previous?: string]
  deadlineMs: number
  clock: ReturnType<typeof createManualClock>
  rowsPerPage: number
}>

export type FeedAdapter = Readonly<{
  vendor: BankVendor
  create(options: FeedOptions): BankFeed
  secrets: Readonly<Record<'before' | 'current' | 'next', string>>
  /** Facts in a notification about the payer 0123456789, OKAFOR ADA at GTBank. */
  payer: Payer
  tellsSession: boolean
  hasList: boolean
  /** Whether the signature covers the body. Providus uses the same signature for all bodies. */
  signsBodies: boolean
  /** Whether the vendor shows that a credit was taken back. */
  showsTakenBack: boolean
  /** Results that differ for this vendor. */
  differs?: Readonly<Record<string, Partial<AnswerFault>>>
}>

export type FeedUnderTest = ReturnType<typeof createFeedUnderTest>

// Long, because machines are shared. A request that is never answered uses a shorter deadline.
const DEADLINE_MS = 20_000

export const ada = { account_number: '0123456789', name: 'OKAFOR ADA', bank: 'GTB' }

/** Creates a new feed for each test against one simulator in its initial state, with the steps of a worker. */
export function createFeedUnderTest({ vendor, create, secrets }: FeedAdapter) {
  let world: FeedWorld
  let feed: BankFeed
  let clock: ReturnType<typeof createManualClock>

  const renew = (more: Partial<FeedOptions> = {}) => {
    feed = create({
      url: world.url,
      secrets: [secrets.current, secrets.before],
      deadlineMs: DEADLINE_MS,
      clock,
      rowsPerPage: 100,
      ...more,
    })
  }
  beforeAll(async () => {
    world = await startFeedWorld(vendor)
  })
  beforeEach(async () => {
    await world.reset()
    clock = createManualClock(new Date(START))
    renew()
    world.answerWith(({ headers, body }) => {
      const reading = feed.readHook(headers, body)
      return feed.hookReply(outcomeOf(reading), reading, body)
    })
  })
  afterAll(async () => world.stop())

  const read = ({ headers, body }: Sent) => feed.readHook(headers, body)
  const reread = async (hint: HookHint) => feed.reread(hint, AbortSignal.timeout(30_000))
  const pollOnce = async (account: string, cursor?: string) => {
    if (feed.list === undefined) throw new Error(`${vendor} has no list`)
    return feed.list({ accountNumber: account }, cursor, AbortSignal.timeout(30_000))
  }

  return {
    world: () => world,
    feed: () => feed,
    clock: () => clock,
    /** Creates the same feed again, as after a restart or with other settings. */
    renew,
    read,
    reread,
    pollOnce,
    payAndHint: async (payment: Payment = {}): Promise<HookHint> => {
      const before = world.sent.length
      await world.pay(payment)
      const [hint] = hintsOf((await world.notifications()).slice(before).map(read))
      if (hint === undefined) throw new Error('no notification came')
      return hint
    },
    /** Polls until the list has no more rows, as a worker does. */
    poll: async (account = world.ours, from?: string) => {
      const lines: BankLine[] = []
      const unreadable: UnreadableLine[] = []
      let cursor = from
      for (;;) {
        const page = await pollOnce(account, cursor)
        lines.push(...page.lines)
        unreadable.push(...page.unreadable)
        cursor = page.cursor
        if (!page.hasMore) return { kind: 'found' as const, lines: once(lines), unreadable, cursor }
      }
    },
    /** Whether this vendor can have the fault. */
    canHave: async (fault: string) => {
      const known = (await world.catalogue()).find(({ name }) => name === fault)
      return known?.vendors?.includes(vendor) ?? true
    },
  }
}

export function hintsOf(readings: readonly HookReading[]): HookHint[] {
  return readings.flatMap((reading) => (reading.kind === 'hints' ? reading.hints : []))
}

export function linesOf(answers: readonly Reread[]): BankLine[] {
  return once(answers.flatMap((answer) => (answer.kind === 'found' ? answer.lines : [])))
}

/** Removes duplicates by external id. */
export function once(lines: readonly BankLine[]): BankLine[] {
  return [...new Map(lines.map((line) => [line.externalId, line])).values()]
}

/** Describes an answer about one payment, or an unavailable vendor, in words. */
export async function inWords(
  answer: Promise<Reread>,
): Promise<Readonly<{ told: string; lines: readonly BankLine[] }>> {
  try {
    const found = await answer
    if (found.kind === 'not_found') return { told: 'not found', lines: [] }
    if (found.kind === 'unavailable') return { told: `unavailable: ${found.why}`, lines: [] }
    const { lines, unreadable } = found
    const words: Readonly<Record<string, string>> = {
      '0/0': 'nothing',
      '1/0': 'a line',
      '0/1': 'an unreadable line',
    }
    const count = `${lines.length}/${unreadable.length}`
    return { told: words[count] ?? count, lines }
  } catch (error) {
    if (!(error instanceof FeedUnavailable)) throw error
    return { told: `unavailable: ${error.message}`, lines: [] }
  }
}

function outcomeOf({ kind }: HookReading): 'taken' | 'known' | 'forged' | 'unreadable' {
  if (kind === 'hints') return 'taken'
  return kind === 'ignored' ? 'known' : kind
}
