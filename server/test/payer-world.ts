import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { depositSalt } from '@afara/server/movements/deposits/deposit-address.ts'
import { createForwarderAddresses } from '@afara/server/rails/chains/evm/evm-address.ts'
import { acceptSells } from '@afara/server/records/transactions/accepting/sell-store.ts'
import { writeOperatorsFile } from '@afara/stack/authenticator/operators-file.ts'
import { hireOperator } from '@afara/stack/authenticator/software-signing.ts'
import { type Child, startChild } from '@afara/stack/processes/child-process.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { crash } from '@afara/stack/processes/node-process.ts'
import { waitUntilReady } from '@afara/stack/processes/wait-until-ready.ts'
import { startBankSimulator } from '@afara/stack/simulators/bank-simulator.ts'
import { withFlatFee } from './fee-plans.ts'
import { createPayoutWorld } from './payout-world.ts'

type Limits = Readonly<Record<string, string | number>>
export type Sent = Readonly<{ payout_id: string; outcome: string; code?: string | null; message?: string }>
export type Opened = Readonly<{ payoutId: string; transactionId: string; reference: string }>
/** The payer process's own node, and the amount above which it is queried. */
type Node = Readonly<{ url: string; aboveMinor: string }>
type Truth = Readonly<{
  reference: string
  status: string
  kobo: string
  debited_kobo: string
  arrived_kobo: string
  approvals: readonly number[]
  faults: readonly string[]
}>

const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const FACTORY = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'
const TREASURY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const addressOf = createForwarderAddresses(FACTORY)
const WIDE: Limits = {
  per_payout_minor: '100000000000',
  per_hour_minor: '100000000000',
  per_day_minor: '100000000000',
  first_day_minor: '100000000000',
  repeat_after_seconds: 1,
}
const tokens = { worker: 'the-worker-of-the-test-only', api: 'the-api-of-the-test-only' }

/** An operator whose signatures count. */
type Person = Readonly<{ id: string; name: string }>

/** Creates cleared sells, a payout account at the simulated Paystack, and the payer process. */
export async function createPayerWorld() {
  const world = await createPayoutWorld()
  const folder = mkdtempSync(join(tmpdir(), 'afara-payer-'))
  const bank = await startBankSimulator({ directory: join(folder, 'bank') })
  const killFile = join(folder, 'kill')
  const children = new Map<string, Child>()
  const hire = async (name: string) => {
    const by = { actor: 'system:test', reason: 'a test' }
    const { id } = await hireOperator(world.owner, { email: `${name.toLowerCase()}@afara.test`, name, ...by })
    return { id, name }
  }
  const people = [await hire('Halima'), await hire('Tunde')] as const
  const accountId = await world.openAccount('paystack', 10_000_000)
  const number = '7000000001'

  const urlOf = (role: string): string => {
    const url = new URL(world.owner.options.connectionString ?? '')
    url.username = role
    return url.href
  }
  const superuser = createPool(urlOf('postgres'), { max: 1, applicationName: 'test' })

  const admin = async (method: string, path: string, body?: object): Promise<string> => {
    const response = await fetch(`${bank.adminUrl}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.text()
  }
  await admin('POST', '/payout-accounts', {
    number,
    vendor: 'paystack',
    opening_balance: '10000000.00',
    settles_in_seconds: 0,
  })
  await admin('PUT', `/beneficiaries/${world.bank}/0123456789`, { name: 'ADA OBI' })

  /** Prepares the settings of a payer process with its own journal. */
  const prepare = async (name: string, limits: Limits = {}, node?: Node, others: readonly Person[] = []) => {
    const port = await findFreePort()
    const directory = join(folder, name)
    mkdirSync(directory, { recursive: true })
    const operatorsFile = join(directory, 'operators.jsonl')
    const policy = {
      uncaused_test_minor: '100000000000000',
      operators_root: writeOperatorsFile(operatorsFile, [...people, ...others]),
      accounts: [{ account: accountId, mode: 'test', vendor: 'paystack', ...WIDE, ...limits }],
      tokens: [
        {
          mode: 'test',
          network: 'Polygon',
          token: TOKEN,
          factory: FACTORY,
          treasury: TREASURY,
          ...(node && {
            ask_above_minor: node.aboveMinor,
            ask_above_hour_minor: '100000000000',
            chain_id: 80_002,
            decimals: 6,
          }),
        },
      ],
    }
    const credentials = {
      [accountId]: {
        vendor: 'paystack',
        base_url: `${bank.url}/paystack`,
        secret_key: `sk_test_payouts_${number}`,
      },
    }
    writeFileSync(join(directory, 'policy.json'), JSON.stringify(policy))
    writeFileSync(join(directory, 'credentials.json'), JSON.stringify(credentials))
    return {
      PAYER_HOST: '127.0.0.1',
      PAYER_PORT: String(port),
      PAYER_TOKEN_WORKER: tokens.worker,
      PAYER_TOKEN_API: tokens.api,
      PAYER_TOKEN_RECONCILER: `reconciler-${tokens.worker}`,
      DATABASE_URL_PAYER: urlOf('afara_payer'),
      PAYER_JOURNAL_FILE: join(directory, 'journal.jsonl'),
      PAYER_JOURNAL_KEYS: `1:${Buffer.alloc(32, 8).toString('base64')}`,
      PAYER_POLICY_FILE: join(directory, 'policy.json'),
      PAYER_OPERATORS_FILE: operatorsFile,
      PAYER_CREDENTIALS_FILE: join(directory, 'credentials.json'),
      PAYER_KILL_FILE: killFile,
      PAYER_APPROVAL_HOST: '127.0.0.1',
      PAYER_APPROVAL_PORT: String(await findFreePort()),
      ...(node && { PAYER_NODE_TEST_POLYGON_URL: node.url }),
    }
  }

  const start = async (
    name: string,
    limits: Limits = {},
    {
      node,
      isBeside = false,
      isAsked = false,
      others,
    }: Readonly<{ node?: Node; isBeside?: boolean; isAsked?: boolean; others?: readonly Person[] }> = {},
  ) => {
    // Only one payer process may run, whatever its journal, so end the previous one.
    if (!isBeside) for (const child of children.values()) await crash(child)
    const environment = await prepare(name, limits, node, others)
    const directory = join(folder, name)
    const child = await startChild({
      name: 'payer',
      command: process.execPath,
      args: ['vault/src/main-payer.ts'],
      directory: resolve(import.meta.dirname, '../..'),
      environment,
      logFile: join(directory, 'payer.log'),
    })
    children.set(name, child)
    const approvalUrl = `http://127.0.0.1:${environment.PAYER_APPROVAL_PORT}/v1/approvals/${accountId}`
    if (isAsked) await admin('PATCH', `/payout-accounts/${number}`, { approval_url: approvalUrl })
    const base = `http://127.0.0.1:${environment.PAYER_PORT}`
    const ask = async (path: string, body?: object, token = tokens.worker) =>
      fetch(`${base}${path}`, {
        headers: { authorization: `Bearer ${token}` },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
    await waitUntilReady(
      child,
      async () => {
        const ready = await fetch(`${base}/ready`).catch(() => undefined)
        return isBeside ? ready !== undefined : ready?.ok === true
      },
      'It is the payer.',
    )
    return {
      ask,
      child,
      url: base,
      /** Where the vendor asks before it pays, if `isAsked`. */
      approvalUrl,
      journalFile: join(directory, 'journal.jsonl'),
      operatorsFile: environment.PAYER_OPERATORS_FILE,
      send: async (payoutIds: readonly string[], kind = 'first'): Promise<Sent[]> => {
        const orders = payoutIds.map((payout_id) => ({ payout_id, kind }))
        const body = (await (await ask('/v1/send', { orders })).json()) as { results?: Sent[]; code?: string }
        return (
          body.results ??
          payoutIds.map((payout_id) => ({ payout_id, outcome: 'unavailable', code: body.code ?? 'none' }))
        )
      },
    }
  }

  /** Does the work of an account up to sending: holds the account and opens the queued payouts. */
  const openDue = async (): Promise<Opened[]> => {
    await world.endLease(accountId)
    await world.markChecked(accountId)
    const held = await world.hold(accountId, 600_000)
    const at = world.clock.now()
    await world.worker.query('select note_balance($1, $2, 900000000, $3)', [accountId, held.fence, at])
    await world.worker.query('select open_payouts($1, $2, 100, $3)', [accountId, held.fence, at])
    const { rows } = await world.worker.query<{ payout_id: string }>(
      'select payout_id from begin_sending($1, $2, 100, 0, 0, $3)',
      [accountId, held.fence, at],
    )
    const opened = await world.owner.query<Opened>(
      `select p.id as "payoutId", r.transaction_id as "transactionId", p.reference from payout p
       join payout_right r on r.id = p.right_id where p.id = any ($1) order by p.id`,
      [rows.map(({ payout_id }) => payout_id)],
    )
    return opened.rows
  }

  /** Accepts a sell from a wallet that waits for its tokens, at its own address unless `given` sets another. */
  const acceptDeposited = async (naira: number, given?: string): Promise<{ id: string; address: string }> => {
    const id = newId()
    const reference = `ref-${id}`
    const salt = depositSalt({ businessId: world.businessId, mode: 'test', reference })
    const address = given ?? addressOf(salt)
    const at = world.clock.now()
    const sell = {
      id,
      businessId: world.businessId,
      mode: 'test' as const,
      reference,
      idempotencyKey: null,
      amount: money('NGNC', BigInt(naira) * 100n),
      fee: money('NGNC', 100n),
      payee: {
        bankCode: world.bank,
        bankName: 'GTBank',
        accountNumber: '0123456789',
        accountName: 'ADA OBI',
      },
      wallet: { network: 'Polygon', address: `0x${'11'.repeat(20)}` },
      depositAddress: address,
      createdAt: at,
      expiresAt: new Date(at.getTime() + 86_400_000),
      guardSince: undefined,
      meaning: randomBytes(32),
    }
    await withFlatFee(world.owner, sell, async () => acceptSells(world.owner, [sell]))
    return { id, address }
  }

  return {
    ...world,
    accountId,
    /** The operators whose signatures count. */
    people,
    admin,
    killFile,
    prepare,
    start,
    openDue,
    acceptDeposited,
    tokens,
    urlOf,
    secretKey: `sk_test_payouts_${number}`,
    bankUrl: bank.url,
    token: TOKEN,
    treasury: TREASURY,
    /** Creates sells from a balance that are cleared, opened and ready to be sent. */
    open: async (count: number, naira = 1_000): Promise<Opened[]> => {
      await world.clear(count, naira)
      return openDue()
    },
    /** Runs a statement that none of our processes may run, without triggers and privileges in the way. */
    forge: async (statement: string): Promise<void> => {
      await superuser.query(
        `begin; set local search_path = afara; set local session_replication_role = replica; ${statement}; commit`,
      )
    },
    /** Returns every payout that the simulated bank made, one object each. */
    truth: async (): Promise<Truth[]> =>
      (await admin('GET', '/truth/payouts'))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Truth),
    stop: async () => {
      for (const child of children.values()) await crash(child)
      await bank.stop()
      await superuser.end()
      await world.close()
      rmSync(folder, { recursive: true })
    },
  }
}
