import { setTimeout as sleep } from 'node:timers/promises'
import { seedPayoutAccounts } from '@afara/server/entry/admin/seed-data.ts'
import { parseId } from '@afara/server/kernel/ids/ids.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { askJson } from '@afara/stack/http/ask-json.ts'
import { sampleBuy } from '@afara/stack/journeys/first-buy.ts'
import { sampleSell } from '@afara/stack/journeys/first-sell.ts'
import { type LiveStack, raiseLiveStack } from '../live-stack.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { some, unless } from '../shortfalls.ts'
import { editRows, forgeEntry, listPairs } from './forge-entries.ts'
import { startHonestBuyer } from './honest-buyer.ts'
import { inventDeposits, inventLine } from './invent-credits.ts'
import { type Naming, startNaming } from './naming.ts'

const SLOWEST_S = 60
const EACH_NAIRA = 200_000
/** Tokens leave Polygon by two lanes, and naira by two payout accounts. */
const WAYS = 2n
const ATTACKER = {
  name: 'EVE BELLO',
  number: '0777777777',
  wallet: '0x00000000000000000000000000000000000bad01',
} as const
/** A batch of the forger. In between, the honest buyer goes on. */
const BATCH = { everyMs: 5_000, deposits: 10 } as const

export const forgeryProof: Proof = {
  name: 'forgery',
  sentence:
    'Whatever the owner of the database forges and the worker invents is named within a minute, and moves no more than the caps.',
  sizes: {
    entries: { full: 1_000, short: 60 },
    lines: { full: 500, short: 20 },
    deposits: { full: 500, short: 20 },
    calm: { full: 90, short: 20 },
  },
  async run(input) {
    const capMinor = capOf(input)
    const stack = await raiseLiveStack(
      // Otherwise everything is frozen once the forged credits are missing, and no honest buy could be measured.
      { RECONCILE_FREEZE_ALL_NAIRA: '1000000000' },
      {
        bank: {},
        delivery: { networks: ['Polygon', 'Avalanche'] },
        policy: { uncausedTestMinor: '0', perHourMinor: `${capMinor}` },
      },
    )
    const pools = ['afara_owner', 'afara_worker'].map((role) =>
      createPool(stack.databaseUrl(role), { max: 3, applicationName: 'forger', side: 'house' }),
    )
    try {
      const [owner, worker] = pools as [Pool, Pool]
      return await prove(stack, { owner, worker }, input)
    } finally {
      await Promise.all(pools.map(async (pool) => pool.end()))
      await stack.stop()
    }
  },
}

type Pools = Readonly<{ owner: Pool; worker: Pool }>

/** What signer and payer let out in an hour, for each lane and each payout account: half of what the attacker asks of it. */
const capOf = ({ size }: ProofInput): bigint =>
  (BigInt(Math.min(size('lines'), size('deposits')) * EACH_NAIRA) * 100n) / (2n * WAYS)

async function prove(stack: LiveStack, pools: Pools, input: ProofInput): Promise<Outcome> {
  const { size, progress } = input
  const { owner, worker } = pools
  const sizes = { entries: size('entries'), lines: size('lines'), deposits: size('deposits') }
  const edits = Math.round(sizes.entries / 50)
  const honest = startHonestBuyer(stack)
  const sells = await openSells(stack, sizes.deposits)
  await openBuys(stack, sizes.lines)
  progress.say(`the stack runs; the attacker has ${sizes.lines} buys and ${sells.length} sells to be paid`)
  honest.take()
  await sleep(size('calm') * 1_000)
  const calm = honest.take()
  const before = await leftTo(stack)
  progress.say(`${calm.length} honest buys before the attack, p99 ${p99(calm).toFixed(2)} s`)

  const naming = startNaming(owner)
  const accounts = await readAccounts(owner)
  const targets = {
    business: parseId('business', stack.businessId) ?? '',
    transaction: sells[0]?.id ?? '',
    collection: accounts[0]?.id ?? '',
    payoutAccount: seedPayoutAccounts[1].id,
  }
  const chainUrl = stack.chains?.of('Polygon').url ?? ''
  const pairs = listPairs()
  const wanted = sizes.entries - 2 * edits
  const rounds = Math.ceil(sizes.deposits / BATCH.deposits)
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    const share = (all: number): readonly number[] => {
      const [from, to] = [Math.floor((all * round) / rounds), Math.floor((all * (round + 1)) / rounds)]
      return Array.from({ length: to - from }, (_, place) => from + place)
    }
    for (const turn of share(wanted)) {
      // A short run takes pairs from the whole list.
      const place = wanted < pairs.length ? Math.floor((turn * pairs.length) / wanted) : turn % pairs.length
      const pair = pairs[place]
      if (pair !== undefined) await forgeEntry(owner, naming, { pair, targets, turn })
    }
    for (const turn of share(sizes.lines)) {
      const account = accounts[turn % accounts.length]
      if (account !== undefined)
        await inventLine(worker, naming, account, { amount: EACH_NAIRA + turn, payer: ATTACKER })
    }
    const deposits = share(sizes.deposits).flatMap((turn) => sells[turn] ?? [])
    await inventDeposits(worker, naming, chainUrl, deposits)
    if (round % 10 === 0) progress.say(`${naming.count()} forged, ${naming.named()} named`)
    await sleep(Math.max(0, BATCH.everyMs - (performance.now() - began)))
  }
  await spendForged(stack)
  await naming.until(SLOWEST_S * 1_000)
  const attacked = honest.take()
  const unserved = await honest.stop()
  progress.say(`${attacked.length} honest buys during the attack; now the forger edits sealed rows`)
  // These freeze everything, so they come last.
  await editRows(owner, naming, edits)
  await naming.until(2 * SLOWEST_S * 1_000)
  await naming.stop()
  const moved = await leftTo(stack)
  return judge(naming, {
    wanted: sizes.entries + sizes.lines + sizes.deposits,
    capMinor: capOf(input),
    asked: {
      tokens: BigInt(sizes.lines * EACH_NAIRA) * 100n,
      naira: BigInt(sizes.deposits * EACH_NAIRA) * 100n,
    },
    moved: {
      tokens: moved.tokens.map((minor, place) => minor - (before.tokens[place] ?? 0n)),
      naira: moved.naira.map((minor, place) => minor - (before.naira[place] ?? 0n)),
    },
    calm,
    attacked: [...attacked, ...honest.take()],
    unserved,
  })
}

type Measured = Readonly<{
  wanted: number
  capMinor: bigint
  asked: Readonly<{ tokens: bigint; naira: bigint }>
  /** By each lane, and by each payout account. */
  moved: Sums
  calm: readonly number[]
  attacked: readonly number[]
  unserved: number
}>

function judge(naming: Naming, measured: Measured): Outcome {
  const { wanted, capMinor, asked, moved, calm, attacked, unserved } = measured
  const all = [...moved.tokens, ...moved.naira]
  const above = all.reduce((sum, minor) => sum + (minor > capMinor ? minor - capMinor : 0n), 0n)
  const growth = p99(attacked) / p99(calm)
  return {
    figures: {
      forged: naming.count(),
      named: naming.named(),
      entries: naming.count('entry') + naming.count('edit'),
      lines: naming.count('line'),
      deposits: naming.count('deposit'),
      cap_minor: `${capMinor}`,
      asked_minor: `${asked.tokens + asked.naira}`,
      moved_minor: `${all.reduce((sum, minor) => sum + minor, 0n)}`,
      moved_above_cap_minor: `${above}`,
      slowest_s: naming.slowest().toFixed(1),
      honest_buys: attacked.length,
      honest_p99_without_s: p99(calm).toFixed(2),
      honest_p99_beside_s: p99(attacked).toFixed(2),
      honest_p99_growth: growth.toFixed(2),
      unserved,
    },
    shortfalls: [
      ...unless(naming.count() === wanted, `only ${naming.count()} of ${wanted} were forged`),
      ...some(naming.unnamed().map((one) => `nothing names ${one}`)),
      ...unless(above === 0n, `${above} kobo left above the caps`),
      ...unless(
        asked.tokens > WAYS * capMinor && asked.naira > WAYS * capMinor,
        'no more than the caps was asked for',
      ),
      ...unless(
        all.some((minor) => minor > 0n),
        'nothing left below the caps either, so they were not tried',
      ),
      ...unless(
        naming.slowest() <= SLOWEST_S,
        `a forgery was named only after ${naming.slowest().toFixed(1)} s`,
      ),
      ...unless(calm.length > 3 && attacked.length > 3, 'too few honest buys completed to compare'),
      ...unless(unserved === 0, `${unserved} honest buys did not complete`),
    ],
  }
}

/** The slowest of a hundred; of fewer, the slowest. */
function p99(seconds: readonly number[]): number {
  const sorted = seconds.toSorted((one, two) => one - two)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN
}

async function readAccounts(owner: Pool) {
  const { rows } = await owner.query<{ id: string; number: string; source: string }>(
    `select id, account_number as number, feed as source from vendor_account
     where mode = 'test' and account_number in ('0000000001', '0000000002') order by account_number desc`,
  )
  return rows
}

const headersOf = ({ testKey }: LiveStack) => ({ 'svc-sec-key': testKey })
const factsOf = ({ businessId, linkTag }: LiveStack) => ({ businessId, linkTag })

/** Opens sells whose tokens the attacker will pretend to have sent. */
async function openSells(stack: LiveStack, count: number) {
  const sells: Array<Readonly<{ id: string; address: string; amount: number }>> = []
  for (let turn = 0; turn < count; turn += 1) {
    const { transaction } = (await askJson(`${stack.apiUrl}/transactions/v1/offramp`, headersOf(stack), {
      ...sampleSell(factsOf(stack)),
      amount: EACH_NAIRA,
      network: 'Polygon',
      wallet_address: ATTACKER.wallet,
      account_number: ATTACKER.number,
      reference: `forged-sell-${turn}`,
    })) as { transaction: { transaction_id: string; deposit: { address: string } } }
    sells.push({
      id: parseId('transaction', transaction.transaction_id) ?? '',
      address: transaction.deposit.address,
      amount: EACH_NAIRA,
    })
  }
  return sells
}

/** Opens buys that only invented credits will pay. */
async function openBuys(stack: LiveStack, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    const isSecond = turn % 2 === 0
    await askJson(`${stack.apiUrl}/transactions/v1/onramp`, headersOf(stack), {
      ...sampleBuy(factsOf(stack), 'Polygon'),
      amount: EACH_NAIRA + turn,
      vendor_number: isSecond ? '0000000002' : '0000000001',
      vendor_name: `TEST Afara Collections ${isSecond ? 2 : 1}`,
      account_number: ATTACKER.number,
      account_name: ATTACKER.name,
      wallet_address: ATTACKER.wallet,
      reference: `forged-buy-${turn}`,
    })
  }
}

/** Withdraws and sells what was forged onto the balance. The vault must refuse it. */
async function spendForged(stack: LiveStack): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    const ask = async (way: string, body: object): Promise<unknown> =>
      askJson(`${stack.apiUrl}/transactions/v1/${way}`, headersOf(stack), body).catch(() => undefined)
    const { businessId: business_id, linkTag: link_tag } = factsOf(stack)
    await ask('withdrawals', {
      business_id,
      link_tag,
      type: 'withdrawal',
      amount: 100,
      network: 'Polygon',
      wallet_address: ATTACKER.wallet,
      reference: `forged-withdrawal-${turn}`,
    })
    await ask('offramp', {
      ...sampleSell(factsOf(stack)),
      account_number: ATTACKER.number,
      reference: `forged-balance-${turn}`,
    })
  }
}

type Sums = Readonly<{ tokens: readonly bigint[]; naira: readonly bigint[] }>

/** Returns what left so far, in kobo: tokens by each lane on Polygon, and naira by each payout account. */
async function leftTo(stack: LiveStack): Promise<Sums> {
  const truth = await (await fetch(`${stack.bank?.adminUrl}/truth/payouts`)).text()
  const payouts = truth
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Readonly<{ account: string; arrived_kobo: string }>)
  const chain = stack.chains?.of('Polygon')
  const transfers = (await chain?.transfers()) ?? []
  return {
    tokens: (chain?.lanes ?? []).map((lane) =>
      transfers.reduce((sum, { from, units, unit }) => sum + (from === lane ? units / unit : 0n), 0n),
    ),
    naira: seedPayoutAccounts.map(({ accountNumber }) =>
      payouts.reduce(
        (sum, { account, arrived_kobo }) => sum + (account === accountNumber ? BigInt(arrived_kobo) : 0n),
        0n,
      ),
    ),
  }
}
