import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { recordLines } from '@afara/server/movements/credits/bank-line-store.ts'
import { matchAccount } from '@afara/server/movements/matching/match-account.ts'
import { acceptBuys, type NewBuy } from '@afara/server/records/transactions/accepting/buy-store.ts'
import { createRandom, type Random } from '../fuzz/random.ts'
import type { Arena } from './arena.ts'
import type { RoundKind } from './round-kinds.ts'

export type RoundResult = Readonly<{
  kind: RoundKind
  winners: readonly ('honest' | 'thief')[]
  /** Number of runs of the matchers while claims arrived. */
  matchings: number
}>

const MATCHERS = 3
const LANES = 6
const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const PAYER = { bankCode: '000013', bankName: 'GTBank', accountName: 'Ngozi Okafor' }

export async function playRound(
  arena: Arena,
  { kind, round, claims }: { kind: RoundKind; round: number; claims: number },
): Promise<RoundResult> {
  const random = createRandom(round, claims)
  const now = new Date()
  const payerNumber = (2_000_000_000 + round).toString()
  const buys = Array.from({ length: claims }, (_, place) => {
    return newBuy(arena, businessOf(arena, kind, place, random), payerNumber, now)
  })
  const over = new AbortController()
  let matchings = 0
  const match = async () => {
    await matchAccount({ pool: arena.worker, clock: { now: () => new Date() } }, arena.accountId)
    matchings += 1
  }
  const matcher = async () => {
    while (!over.signal.aborted) await match()
  }
  const matchers = Array.from({ length: MATCHERS }, matcher)
  const groups = shuffledGroups(random, buys).values()
  const recordedAfter = random.oneIn(3) ? 0 : random.below(LANES * 3)
  const pauseMs = random.pick([0, 0, 10, 60])
  let accepted = 0
  const lane = async () => {
    for (const group of groups) {
      if (accepted === recordedAfter) await recordCredit(arena, payerNumber, round, now)
      accepted += 1
      await acceptBuys(arena.api, group)
      // Sometimes the first claim is matched before the next arrives.
      if (pauseMs > 0) await sleep(random.below(pauseMs))
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  await recordCredit(arena, payerNumber, round, now)
  over.abort()
  await Promise.all(matchers)
  await match()
  return { kind, winners: await readWinners(arena, round), matchings }
}

/** Returns the business of a claim. In a thief's round, one claim in the middle is honest. */
function businessOf(arena: Arena, kind: RoundKind, place: number, random: Random): string {
  if (kind === 'thief' && place !== 7) return arena.thief
  return kind === 'many_businesses' ? random.pick(arena.trusted) : (arena.trusted[0] ?? '')
}

function newBuy(arena: Arena, businessId: string, accountNumber: string, createdAt: Date): NewBuy {
  const id = newId()
  return {
    id,
    businessId,
    mode: 'live',
    reference: id,
    idempotencyKey: null,
    meaning: Buffer.alloc(32, 0xcd),
    amount: money('NGN', 50_000_00n),
    fee: money('NGN', 0n),
    vendorAccountId: arena.accountId,
    payer: { ...PAYER, accountNumber },
    wallet: null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + WEEK_MS),
  }
}

/** Splits the buys into commits of different sizes in random order, as from several processes. */
function shuffledGroups(random: Random, buys: readonly NewBuy[]): NewBuy[][] {
  const waiting = buys
    .map((buy) => ({ buy, place: random.below(1_000_000) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ buy }) => buy)
  const groups: NewBuy[][] = []
  while (waiting.length > 0) groups.push(waiting.splice(0, random.pick([1, 1, 2, 5, 20, 40])))
  return groups
}

/** Records the credit. Safe to repeat, because a known credit is recognised. */
async function recordCredit(arena: Arena, payerNumber: string, round: number, bookedAt: Date): Promise<void> {
  await recordLines(arena.worker, {
    accountId: arena.accountId,
    source: 'providus',
    lines: [
      {
        externalId: `round-${round}`,
        accountNumber: arena.accountNumber,
        direction: 'credit',
        kind: 'payment',
        grossMinor: 50_000_00n,
        settledMinor: 50_000_00n,
        bookedAt,
        valueDate: bookedAt.toISOString().slice(0, 10),
        sessionId: `session-of-round-${round}`,
        payer: { accountNumber: payerNumber, name: 'OKAFOR NGOZI', bankCode: PAYER.bankCode },
        narration: 'NIP/GTB/OKAFOR NGOZI',
        raw: { round },
      },
    ],
    unreadable: [],
    cursor: undefined,
    at: new Date(),
  })
}

async function readWinners({ worker, thief }: Arena, round: number): Promise<('honest' | 'thief')[]> {
  const { rows } = await worker.query<{ business_id: string }>(
    `select a.business_id from bank_line_sighting s join allocation a on a.line_id = s.line_id
     where s.external_id = $1`,
    [`round-${round}`],
  )
  return rows.map(({ business_id }) => (business_id === thief ? 'thief' : 'honest'))
}
