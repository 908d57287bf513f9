import { setTimeout as sleep } from 'node:timers/promises'
import { fillItems } from '@afara/server/flows/go-live/fill-file.ts'
import { systemClock } from '@afara/server/kernel/clock/clock.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { createKeyring } from '@afara/server/kernel/keyring.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { giveBalance } from '@afara/stack/postgres/give-balance.ts'
import { openBankDesk } from '@afara/stack/simulators/bank-desk.ts'
import { simulatedAccounts } from '@afara/stack/simulators/simulated-bank-accounts.ts'
import { type LiveStack, raiseLiveStack } from '../live-stack.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { unless } from '../shortfalls.ts'
import { askForAll, inventPeople, type KnownPerson } from './known-people.ts'
import { plantAndSearch } from './plant-texts.ts'
import { createSearch } from './search-places.ts'

/**
 * Customers with known names, account numbers and identity references obtain standing numbers, buy, pay, sell and are paid; a business fills
 * in its go-live file. Then every log, every journal, the files of Restate and the backup are searched for all of these texts, and the database
 * for the identity references. Restate stores everything uncompressed here, because a search would find nothing in its compressed files. At the end one text is put in clear into each kind of place, and the same search must find it.
 */
export const privacyProof: Proof = {
  name: 'privacy',
  sentence:
    'Logs, journals and backups name no customer, and the database has no identity reference in clear.',
  sizes: { people: { full: 3_334, short: 60 } },
  run: prove,
}

const TEXTS_OF_A_PERSON = 3
const SETTLED_WITHIN_MS = 120_000

async function prove({ size, progress }: ProofInput): Promise<Outcome> {
  const people = inventPeople(size('people'))
  const stack = await raiseLiveStack({ BANK_POLL_SECONDS: '1' }, { bank: {}, isEngineSearchable: true })
  const owner = createPool(stack.databaseUrl('afara_owner'), { max: 2, applicationName: 'proof' })
  try {
    const { rows } = await owner.query<{ id: string }>('select id from business where link_tag = $1', [
      stack.linkTag,
    ])
    const business = rows[0]?.id ?? ''
    const traffic = await makeTraffic(stack, owner, business, people)
    progress.say(
      Object.entries(traffic)
        .map(([name, count]) => `${count} ${name}`)
        .join(', '),
    )
    const backup = await stack.backUpPostgres()
    progress.say('the backup is made')
    const search = createSearch(stack, people)
    const outside = search.outside()
    progress.say(
      `searched ${Math.round(outside.bytes / 1_000_000)} MB of logs, journals, files of Restate and the backup`,
    )
    const stored = await search.database(owner)
    for (const { where, what, around } of [...outside.found, ...stored.found].slice(0, 20))
      progress.say(`${what} in ${where}: ${around}`)
    const planted = await plantAndSearch(stack, owner, people, search, backup)
    const found = outside.found.length + stored.found.length
    return {
      figures: {
        searched: people.length * TEXTS_OF_A_PERSON,
        found_in_clear: found,
        ...traffic,
        megabytes: Math.round((outside.bytes + stored.bytes) / 1_000_000),
        planted: planted.length,
        planted_found: planted.filter(({ isFound }) => isFound).length,
      },
      shortfalls: [
        ...unless(found === 0, `${found} texts are in clear`),
        ...planted.flatMap(({ where, isFound }) => unless(isFound, `a text in ${where} was not found`)),
        ...Object.entries(traffic).flatMap(([name, count]) => unless(count > 0, `there were no ${name}`)),
      ],
    }
  } finally {
    await owner.end()
    await stack.stop()
  }
}

async function makeTraffic(
  stack: LiveStack,
  owner: Pool,
  business: string,
  people: readonly KnownPerson[],
): Promise<Readonly<Record<'numbers' | 'buys' | 'payments' | 'payouts' | 'filed', number>>> {
  if (stack.bank === undefined) throw new Error('the stack was started without a bank')
  await owner.query('update business_mode set may_number_customers = true where business_id = $1', [business])
  await giveBalance(owner, { businessId: business, minor: 1_000_000_000_00n })
  const about = { business_id: stack.businessId, link_tag: stack.linkTag }
  const numbers = await askForAll(
    stack,
    '/collections/v1/numbers',
    people.map(({ name, identity }, place) => ({
      ...about,
      reference: `customer-${place}`,
      customer_name: name,
      identity_type: 'bvn',
      identity_reference: identity,
    })),
  )
  const vendor = simulatedAccounts()[0]
  const buys = await askForAll(
    stack,
    '/transactions/v1/onramp',
    people.map(({ name, account }, place) => ({
      ...about,
      type: 'buy_ramp',
      amount: 15_000 + (place % 5_000),
      vendor_name: vendor?.name,
      vendor_number: vendor?.number,
      vendor_bank: 'TEST BANK (not a bank)',
      bank_name: 'GTBank',
      account_number: account,
      account_name: name,
      network: 'Polygon',
      wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
      reference: `buy-${place}`,
    })),
  )
  const paid = people.map(({ name, account }, place) => ({
    account: vendor?.number ?? '',
    amount: String(15_000 + (place % 5_000)),
    payer: { account_number: account, name, bank: 'GTB' },
    remark: `from ${name}`,
    faults: [],
  }))
  for (let at = 0; at < paid.length; at += 100)
    await openBankDesk(stack.bank.adminUrl).pay(paid.slice(at, at + 100))
  await askForAll(
    stack,
    '/transactions/v1/offramp',
    people.map(({ payee }, place) => ({
      ...about,
      type: 'sell_ramp',
      amount: 10_000 + place,
      bank_name: 'GTBank',
      account_number: payee,
      reference: `sell-${place}`,
    })),
  )
  const filed = await fileForLive(stack, owner, business, people)
  return { numbers, buys, filed, ...(await untilSettled(owner, people.length)) }
}

/** Fills in the go-live file of the business, as its owner would on the dashboard. */
async function fileForLive(
  stack: LiveStack,
  owner: Pool,
  businessId: string,
  people: readonly KnownPerson[],
): Promise<number> {
  const memberId = newId()
  await owner.query(
    `with m as (insert into member (id, email, name, created_at, email_confirmed_at)
       values ($1, 'owner@privacy.test', 'Somebody', now(), now()) returning id)
     insert into membership (member_id, business_id, role, created_at) select id, $2, 'owner', now() from m`,
    [memberId, businessId],
  )
  const { BUSINESS_IDENTITY_KEYS: setting = '' } = stack.environment
  const pool = createPool(stack.databaseUrl('afara_people'), {
    max: 1,
    applicationName: 'proof',
    side: 'house',
  })
  const memberPool = createPool(stack.databaseUrl('afara_people'), { max: 1, applicationName: 'proof' })
  try {
    const businessKeys = createKeyring(new Map([[1, Buffer.from(setting.slice(2), 'base64')]]))
    await fillItems(
      { pool, memberPool, clock: systemClock, businessKeys },
      { memberId, businessId },
      {
        people: people
          .slice(0, 50)
          .map(({ name, identity }) => ({ name, role: 'owner', share_bps: 1, identity_reference: identity })),
        documents: people
          .slice(0, 10)
          .map(({ identity }) => ({ kind: 'other', name: `${identity}.pdf`, sha256: 'ab'.repeat(32) })),
      },
    )
    return Math.min(people.length, 50)
  } finally {
    await Promise.all([pool.end(), memberPool.end()])
  }
}

/** Waits until payments and payouts are done, or stop growing for long. */
async function untilSettled(owner: Pool, wanted: number): Promise<{ payments: number; payouts: number }> {
  let seen = { payments: 0, payouts: 0 }
  for (let changedAt = performance.now(); ; await sleep(500)) {
    const { rows } = await owner.query<typeof seen>(
      `select (select count(*)::int from bank_line) as payments, (select count(*)::int from payout where state <> 'sending') as payouts`,
    )
    const now = rows[0] ?? seen
    if (now.payments + now.payouts > seen.payments + seen.payouts) changedAt = performance.now()
    seen = now
    if (seen.payments >= wanted && seen.payouts >= wanted) return seen
    if (performance.now() - changedAt > SETTLED_WITHIN_MS / 4) return seen
  }
}
