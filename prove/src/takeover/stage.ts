import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import { parseId } from '@afara/server/kernel/ids/ids.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { askJson } from '@afara/stack/http/ask-json.ts'
import { sampleBuy } from '@afara/stack/journeys/first-buy.ts'
import { sampleSell } from '@afara/stack/journeys/first-sell.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { startServer } from '@afara/stack/services/server-process.ts'
import { type LiveStack, raiseLiveStack } from '../live-stack.ts'
import { createPeopleClient, type PeopleClient } from '../people/people-client.ts'
import { type ChangeLog, logChanges } from './change-log.ts'

/** A transaction with value that an attacker wants. */
export type Held = Readonly<{ id: string; reference: string; amount: number }>

type Payer = Readonly<{ name: string; number: string }>

export type Stage = Readonly<{
  stack: LiveStack
  owner: Pool
  /** The database role that an attacker may hold. Its application is `takeover`. */
  people: Pool
  peopleUrl: string
  client: PeopleClient
  changes: ChangeLog
  /** Two operators of the vault's files. */
  one: string
  other: string
  /** Opens a buy and pays it. `paid` is the part that is paid; none of it by default means all. */
  buy(reference: string, payer: Payer, paid?: number): Promise<Held>
  /** Opens a sell from the balance to this account. */
  sell(reference: string, number: string): Promise<Held>
  /** Pays naira for no buy. */
  pay(payer: Payer, amount: number): Promise<void>
  /** Sets the holder of a bank account. */
  nameHolder(number: string, name: string): Promise<void>
  statusOf(held: Held): Promise<string>
  /** Returns the naira and tokens that left so far, in kobo, as the bank and the chain recorded them. */
  left(): Promise<bigint>
  /** Returns the records of the signer's and the payer's journals. */
  journals(): readonly Readonly<Record<string, unknown>>[]
  stop(): Promise<void>
}>

/** An invented person on the sanctions list of every stack. */
export const listed = { name: 'OLUWADARE CHUKWUDALU ZANGOMA-BIRI', number: '0111111111' } as const
export const honest = { name: 'ADA OBI', number: '0123456789' } as const
const GTBANK = '000013'
/** The collection account of the proof. Its feed says the whole number of a payer. */
export const collection = { name: 'TEST Afara Collections 2', accountNumber: '0000000002' } as const

export async function setStage(): Promise<Stage> {
  const stack = await raiseLiveStack(
    { TRUSTED_PROXIES: '127.0.0.0/8' },
    { bank: {}, delivery: { networks: ['Polygon'] } },
  )
  const { bank, chains, environment, beside } = stack
  const chain = chains?.of('Polygon')
  if (bank === undefined || chain === undefined)
    throw new Error('the stack was started without a bank or a chain')
  const owner = createPool(stack.databaseUrl('afara_owner'), { max: 4, applicationName: 'prove' })
  const people = createPool(stack.databaseUrl('afara_people'), {
    max: 1,
    applicationName: 'takeover',
    side: 'house',
  })
  const changes = await logChanges(owner)
  const port = await findFreePort()
  const process = await startServer({
    name: 'people',
    port,
    environment: {
      ...environment,
      PEOPLE_HOST: '127.0.0.1',
      PEOPLE_PORT: String(port),
      TRUSTED_PROXIES: '127.0.0.0/8',
    },
    ...beside,
  })
  const peopleUrl = `http://127.0.0.1:${port}`
  const facts = { businessId: stack.businessId, linkTag: stack.linkTag }
  let next = 15_000
  const accept = async (way: string, body: object): Promise<string> => {
    const url = `${stack.apiUrl}/transactions/v1/${way}`
    const reply = (await askJson(url, { 'svc-sec-key': stack.testKey }, body)) as {
      transaction: { transaction_id: string }
    }
    return parseId('transaction', reply.transaction.transaction_id) ?? ''
  }
  const pay: Stage['pay'] = async ({ name, number }, amount) => {
    const payment = {
      account: collection.accountNumber,
      amount: `${amount}`,
      payer: { account_number: number, name, bank: 'GTB' },
    }
    await askJson(`${bank.adminUrl}/payments`, {}, { payments: [payment] })
  }
  const read = (file: string): string => {
    try {
      return readFileSync(join(beside.directory, file), 'utf8')
    } catch {
      return ''
    }
  }
  return {
    stack,
    owner,
    people,
    peopleUrl,
    client: createPeopleClient(peopleUrl),
    changes,
    one: seedOperators[0].id,
    other: seedOperators[1].id,
    pay,
    buy: async (reference, payer, paid) => {
      next += 1
      const amount = next
      const who = {
        account_number: payer.number,
        account_name: payer.name,
        vendor_number: collection.accountNumber,
        vendor_name: collection.name,
      }
      const id = await accept('onramp', { ...sampleBuy(facts), ...who, amount, reference })
      if (paid !== 0) await pay(payer, paid ?? amount)
      return { id, reference, amount }
    },
    sell: async (reference, number) => {
      next += 1
      const wanted = { ...sampleSell(facts), amount: next, account_number: number, reference }
      return { id: await accept('offramp', wanted), reference, amount: next }
    },
    nameHolder: async (number, name) => {
      await fetch(`${bank.adminUrl}/beneficiaries/${GTBANK}/${number}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      })
    },
    statusOf: async ({ id }) => {
      const { rows } = await owner.query<{ status: string }>('select status from transaction where id = $1', [
        id,
      ])
      return rows[0]?.status ?? 'none'
    },
    left: async () => {
      const truth = await (await fetch(`${bank.adminUrl}/truth/payouts`)).text()
      const naira = truth
        .split('\n')
        .filter(Boolean)
        .reduce((sum, line) => sum + BigInt((JSON.parse(line) as { arrived_kobo: string }).arrived_kobo), 0n)
      const sent = (await chain.transfers()).filter(({ from }) => chain.lanes.includes(from))
      return sent.reduce((sum, { units, unit }) => sum + units / unit, naira)
    },
    journals: () =>
      ['signer/journal.ndjson', 'payer/journal.ndjson']
        .flatMap((file) => read(file).split('\n'))
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    stop: async () => {
      await process.stop()
      await Promise.all([owner.end(), people.end()])
      await stack.stop()
    },
  }
}

/** Returns the passkey of an operator. */
export const passkeyOf = (operator: string, place = 'first') => softwarePasskey(operator, place)
