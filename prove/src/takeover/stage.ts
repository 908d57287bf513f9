import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import { parseId } from '@afara/server/kernel/ids/ids.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { changeOperatorStatus } from '@afara/server/records/people/manage-people.ts'
import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { hireOperator } from '@afara/stack/authenticator/software-signing.ts'
import { askJson } from '@afara/stack/http/ask-json.ts'
import { sampleBuy } from '@afara/stack/journeys/first-buy.ts'
import { sampleSell } from '@afara/stack/journeys/first-sell.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { startServer } from '@afara/stack/services/server-process.ts'
import { type LiveStack, raiseLiveStack } from '../live-stack.ts'
import { createPeopleClient, type PeopleClient } from '../people/people-client.ts'

/** A transaction with value that waits for a decision of operators. */
export type Held = Readonly<{ id: string; reference: string; type: 'buy' | 'sell' }>

export type Stage = Readonly<{
  stack: LiveStack
  owner: Pool
  /** The database roles that an attacker may hold. */
  people: Pool
  api: Pool
  client: PeopleClient
  /** Two operators of the vault's files, and one who left. */
  one: string
  other: string
  former: Readonly<{ id: string; token: string }>
  /** Opens a transaction that a sanctions list holds. */
  hold(type: Held['type'], reference: string): Promise<Held>
  /** Opens a buy that nothing holds. */
  buy(reference: string): Promise<Held>
  statusOf(held: Held): Promise<string>
  /** Returns the naira and tokens that left so far, in kobo, as the bank and the chain recorded them. */
  left(): Promise<bigint>
  /** Counts the records of the signer and the payer that name this transaction or a payment of it. */
  granted(held: Held): Promise<number>
  /** Returns whether a process wrote this word into its log. */
  isLogged(word: string): boolean
  stop(): Promise<void>
}>

/** An invented person on the sanctions list of every stack. */
const LISTED = 'OLUWADARE CHUKWUDALU ZANGOMA-BIRI'
const LISTED_NUMBER = '0111111111'
const GTBANK = '000013'

export async function setStage(): Promise<Stage> {
  const stack = await raiseLiveStack({}, { bank: {}, delivery: { networks: ['Polygon'] } })
  const { bank, chains, environment, beside } = stack
  const chain = chains?.of('Polygon')
  if (bank === undefined || chain === undefined)
    throw new Error('the stack was started without a bank or a chain')
  const open = (role: string, side?: 'house') =>
    createPool(stack.databaseUrl(role), { max: 2, applicationName: 'prove', ...(side && { side }) })
  const [owner, people, api] = [open('afara_owner'), open('afara_people', 'house'), open('afara_api')]
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
  const client = createPeopleClient(`http://127.0.0.1:${port}`)
  const by = { actor: 'system:prove', reason: 'a proof' }
  const left = await hireOperator(owner, { email: 'former@afara.test', name: 'Femi', ...by })
  const token = await client.open(softwarePasskey(left.id))
  const deps = { pool: owner, clock: { now: () => new Date() } }
  await changeOperatorStatus(deps, 'former@afara.test', 'disabled', { ...by, approver: undefined })
  await fetch(`${bank.adminUrl}/beneficiaries/${GTBANK}/${LISTED_NUMBER}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: LISTED }),
  })

  const facts = { businessId: stack.businessId, linkTag: stack.linkTag }
  let amount = 15_000
  const accept = async (way: string, body: object): Promise<string> => {
    const url = `${stack.apiUrl}/transactions/v1/${way}`
    const reply = (await askJson(url, { 'svc-sec-key': stack.testKey }, body)) as {
      transaction: { transaction_id: string }
    }
    return parseId('transaction', reply.transaction.transaction_id) ?? ''
  }
  const buyFrom = async (name: string, number: string, reference: string): Promise<Held> => {
    amount += 1
    const sample = sampleBuy(facts) as Readonly<Record<string, unknown>>
    const payer = { account_number: number, account_name: name }
    const id = await accept('onramp', { ...sample, ...payer, amount, reference })
    const payment = {
      account: sample.vendor_number,
      amount: `${amount}`,
      payer: { account_number: number, name, bank: 'GTB' },
    }
    await askJson(`${bank.adminUrl}/payments`, {}, { payments: [payment] })
    return { id, reference, type: 'buy' }
  }
  const logs = ['worker.log', 'api.log', 'people.log', 'signer/signer.log', 'payer/payer.log']
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
    api,
    client,
    one: seedOperators[0].id,
    other: seedOperators[1].id,
    former: { id: left.id, token },
    hold: async (type, reference) => {
      if (type === 'buy') return buyFrom(LISTED, LISTED_NUMBER, reference)
      amount += 1
      const wanted = { ...sampleSell(facts), amount, account_number: LISTED_NUMBER, reference }
      return { id: await accept('offramp', wanted), reference, type }
    },
    buy: async (reference) => buyFrom('ADA OBI', '0123456789', reference),
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
    granted: async ({ id, reference }) => {
      const { rows } = await owner.query<{ id: string }>(
        `select f.id::text from transfer_right r join transfer f on f.right_id = r.id where r.transaction_id = $1
         union all select p.id::text from payout_right r join payout p on p.right_id = r.id where r.transaction_id = $1`,
        [id],
      )
      const names = [reference, ...rows.map((row) => row.id)]
      return (
        ['signer/journal.ndjson', 'payer/journal.ndjson']
          .flatMap((file) => read(file).split('\n'))
          .filter((line) => names.some((name) => line.includes(name)))
          // A cancel ends a lock and pays nobody.
          .filter((line) => !line.includes('"action":"cancel"')).length
      )
    },
    isLogged: (word) => logs.some((file) => read(file).includes(word)),
    stop: async () => {
      await process.stop()
      await Promise.all([owner.end(), people.end(), api.end()])
      await stack.stop()
    },
  }
}
