import { setTimeout as sleep } from 'node:timers/promises'
import { createDurableObject, serveObjects } from '@afara/server/entry/workflows/durable-objects.ts'
import { groupDriving } from '@afara/server/flows/advance/group-driving.ts'
import { systemClock as clock } from '@afara/server/kernel/clock/clock.ts'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import type { ObjectType } from '@afara/server/records/transactions/wake-store.ts'
import { pino } from 'pino'
import { type BareAccount, createBareAccount } from './payouts/bare-account.ts'
import { createBareMonnify, createBarePaystack } from './payouts/bare-bank.ts'
import { CLEAR_SELLS, FIND_SELLS } from './payouts/bare-statements.ts'

// The bare side of the payouts bench: the engine calls these two objects as it calls ours, and they do the same work without any check.
const { PORT, DATABASE_URL, BANK_URL = '', INGRESS_URL } = process.env
const pool = createPool(DATABASE_URL ?? '', { max: 20, applicationName: 'bare-worker' })
const paystack = createBarePaystack(BANK_URL, '0000000031')
const monnify = createBareMonnify(BANK_URL, '0000000032')
const accounts = new Map(
  [
    { number: '0000000031', bank: paystack },
    { number: '0000000032', bank: monnify },
  ].map(({ number, bank }) => [
    `00000000-0000-0000-0000-00${number}`,
    createBareAccount({ pool, number, bank }),
  ]),
)
const accountIds = [...accounts.keys()]
const CALL_MS = 10_000
let calls = 0
let cleared = 0

// Different names, because ours are in the same engine.
const named = (name: string): ObjectType => name as ObjectType

type Found = Readonly<{ id: string; number: string }>
type Clearing = Readonly<{ id: string; account: string | undefined; name: string; subject: string }>

// Grouped by the same code as ours.
const { find, clear } = groupDriving({
  find: async (ids) => {
    const { rows } = await pool.query<Found>({ name: 'find', text: FIND_SELLS, values: [ids] })
    const found = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => found.get(id))
  },
  clear: async (group: readonly Clearing[]) => {
    const values = (['id', 'account', 'name', 'subject'] as const).map((field) =>
      group.map((one) => one[field]),
    )
    await pool.query({ name: 'clear', text: CLEAR_SELLS, values })
    return group.map(() => true)
  },
})

const sells = createDurableObject(
  named('bare-sell'),
  async (id) => {
    const found = await find(id)
    const name = await paystack.nameOf(found?.number ?? '')
    cleared += 1
    const subject = accountIds[cleared % accountIds.length] ?? ''
    const account = accounts.get(subject)
    await clear({ id, account: account?.number, name, subject })
    if (account !== undefined) await callOnce(account, subject)
    return undefined
  },
  clock,
)

const working = createDurableObject(
  named('bare-account'),
  async (id) => {
    const account = accounts.get(id)
    if (account === undefined) return undefined
    const until = performance.now() + CALL_MS
    let isBusy = true
    while (isBusy && performance.now() < until) {
      const done = await account.work()
      isBusy = done.out + done.moved > 0
      if (done.moved === 0) await sleep(50)
    }
    account.isCalled = false
    if (isBusy) await callOnce(account, id)
    return undefined
  },
  clock,
)

/** Keeps at most one call pending for each account. */
async function callOnce(account: BareAccount, id: string): Promise<void> {
  if (account.isCalled) return
  account.isCalled = true
  calls += 1
  const response = await fetch(`${INGRESS_URL}/bare-account/${id}/advance/send`, {
    method: 'POST',
    headers: { 'idempotency-key': `${id}:${calls}` },
  })
  await response.body?.cancel()
}

await serveObjects([sells, working], {
  host: '127.0.0.1',
  port: Number(PORT),
  logger: pino({ level: 'warn' }),
})
