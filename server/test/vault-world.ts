import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { writeOperatorsFile } from '@afara/stack/authenticator/operators-file.ts'
import { laneKeys, TOKEN_ADDRESS } from '@afara/stack/chains/simulated-networks.ts'
import { type Child, startChild } from '@afara/stack/processes/child-process.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { crash } from '@afara/stack/processes/node-process.ts'
import { waitUntilReady } from '@afara/stack/processes/wait-until-ready.ts'
import { encodeFunctionData, erc20Abi, getAddress, hexToBytes, serializeTransaction } from 'viem'
import { createDeliveryWorld } from './delivery-world.ts'

export type OpenedTransfer = Readonly<{
  transferId: string
  transactionId: string
  lock: number
  address: string
  tokensMinor: bigint
}>
type Limits = Readonly<Record<string, string>>
export type SignedResult = Readonly<{
  outcome: string
  raw?: string
  hash?: string
  code?: string
  message?: string
}>

const TOKEN = 'a-token-of-the-test-only'
const LANE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const CHAIN_ID = 80_002
const WIDE: Limits = {
  per_transfer_minor: '100000000000',
  per_hour_minor: '100000000000',
  per_day_minor: '100000000000',
  first_seen_minor: '100000000000',
  max_fee_per_gas: '500000000000',
  max_gas: '200000',
}

/** The place of the lane's key if it is not in the key file, and what is in the journal before the signer starts. */
type Custody = Readonly<{
  keys: object
  environment: Readonly<Record<string, string>>
  fillJournal(path: string): Promise<void>
}>

/** Creates cleared buys with open transfers in a lane, and the signer process, which can be stopped and restarted. */
export async function createVaultWorld() {
  const world = await createDeliveryWorld()
  const { worker, clock } = world
  const lane = await world.openLane({ address: LANE })
  const folder = mkdtempSync(join(tmpdir(), 'afara-vault-'))
  const killFile = join(folder, 'kill')
  const children: Child[] = []

  const hold = async (laneId = lane.id): Promise<string> => {
    const { rows } = await worker.query<{ fence: string }>('select take_lane($1, $2, $3, 60000) as fence', [
      laneId,
      'test',
      clock.now(),
    ])
    return rows[0]?.fence ?? '0'
  }
  const openDue = async (laneId = lane.id): Promise<OpenedTransfer[]> => {
    const fence = await hold(laneId)
    await worker.query('select check_lane($1, $2, 0, 0, $3)', [laneId, fence, clock.now()])
    await worker.query('select note_reading($1, $2, $3, $4, 1, $5)', [
      laneId,
      fence,
      10n ** 12n,
      10n ** 20n,
      clock.now(),
    ])
    const { rows } = await worker.query<{
      transfer_id: string
      transaction_id: string
      lock: string
      address: string
      tokens_minor: string
    }>('select * from open_transfers($1, $2, 50, $3)', [laneId, fence, clock.now()])
    return rows.map((row) => ({
      transferId: row.transfer_id,
      transactionId: row.transaction_id,
      lock: Number(row.lock),
      address: row.address,
      tokensMinor: BigInt(row.tokens_minor),
    }))
  }
  const start = async (
    name: string,
    limits: Limits = {},
    uncausedMinor = '100000000000000',
    banks?: object,
    custody?: Custody,
  ) => {
    // Only one signer may run, whatever its journal, so end the previous one.
    for (const child of children) await crash(child)
    const port = await findFreePort()
    const directory = join(folder, name)
    mkdirSync(directory, { recursive: true })
    const [halima = '', tunde = ''] = await world.hireBoth()
    const people = [
      { id: halima, name: 'Halima' },
      { id: tunde, name: 'Tunde' },
    ] as const
    const operatorsFile = join(directory, 'operators.jsonl')
    const policy = {
      mode: 'test',
      network: 'Polygon',
      chain_id: CHAIN_ID,
      token: TOKEN_ADDRESS,
      decimals: 6,
      address: LANE,
      key: 'test-lane-1',
    }
    writeFileSync(
      join(directory, 'policy.json'),
      JSON.stringify({
        uncaused_test_minor: uncausedMinor,
        operators_root: writeOperatorsFile(operatorsFile, people),
        lanes: [{ ...policy, ...WIDE, ...limits }],
      }),
    )
    writeFileSync(join(directory, 'keys.json'), JSON.stringify(custody?.keys ?? laneKeys))
    if (banks !== undefined) writeFileSync(join(directory, 'banks.json'), JSON.stringify(banks))
    const url = new URL(world.superuser.options.connectionString ?? '')
    url.username = 'afara_signer'
    const environment = {
      SIGNER_HOST: '127.0.0.1',
      SIGNER_PORT: String(port),
      SIGNER_TOKEN: TOKEN,
      SIGNER_TOKEN_PEOPLE: `people-${TOKEN}`,
      SIGNER_TOKEN_RECONCILER: `reconciler-${TOKEN}`,
      DATABASE_URL_SIGNER: url.href,
      SIGNER_JOURNAL_FILE: join(directory, 'journal.jsonl'),
      SIGNER_POLICY_FILE: join(directory, 'policy.json'),
      SIGNER_OPERATORS_FILE: operatorsFile,
      SIGNER_KEY_FILE: join(directory, 'keys.json'),
      ...(banks && { SIGNER_BANKS_FILE: join(directory, 'banks.json') }),
      SIGNER_KILL_FILE: killFile,
      ...custody?.environment,
    }
    await custody?.fillJournal(environment.SIGNER_JOURNAL_FILE)
    const child = await startChild({
      name: 'signer',
      command: process.execPath,
      args: ['vault/src/main-signer.ts'],
      directory: resolve(import.meta.dirname, '../..'),
      environment,
      logFile: join(directory, 'signer.log'),
    })
    children.push(child)
    const base = `http://127.0.0.1:${port}`
    const ask = async (path: string, body?: object) =>
      fetch(`${base}${path}`, {
        headers: { authorization: `Bearer ${TOKEN}` },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
    await waitUntilReady(
      child,
      async () => (await ask('/v1/locks').catch(() => undefined))?.ok === true,
      'It is the signer.',
    )
    return {
      ask,
      child,
      url: base,
      token: TOKEN,
      environment,
      journalFile: join(directory, 'journal.jsonl'),
      operatorsFile,
      people,
      sign: async (...requests: ReturnType<typeof asking>[]): Promise<SignedResult[]> => {
        const answer = await ask('/v1/sign', { requests })
        const body = (await answer.json()) as { results?: SignedResult[]; code?: string }
        return body.results ?? requests.map(() => ({ outcome: 'unavailable', code: body.code ?? 'none' }))
      },
    }
  }

  return {
    ...world,
    lane,
    killFile,
    start,
    openDue,
    /** Creates buys that are paid, cleared and opened, each with the next lock. */
    open: async (count: number, naira = 1_000): Promise<OpenedTransfer[]> => {
      await world.clear(count, naira)
      return openDue()
    },
    /** Stores the signer's result, as the worker of a lane does. */
    store: async (transfer: OpenedTransfer, result: SignedResult | undefined, kind = 'pay') => {
      const signed = [
        { transfer_id: transfer.transferId, kind, raw: result?.raw?.slice(2), hash: result?.hash, fees: {} },
      ]
      await worker.query('select store_signed($1, $2, $3, $4)', [
        lane.id,
        await hold(),
        JSON.stringify(signed),
        clock.now(),
      ])
    },
    end: async (transfer: OpenedTransfer, state: string) => {
      const ends = [{ transfer_id: transfer.transferId, state, evidence: {}, gas_units: '1' }]
      await worker.query('select finish_transfers($1, $2, $3, $4)', [
        lane.id,
        await hold(),
        JSON.stringify(ends),
        clock.now(),
      ])
    },
    stop: async () => {
      for (const child of children) await crash(child)
      await world.close()
      rmSync(folder, { recursive: true })
    },
    newId,
  }
}

type Changes = Partial<{
  kind: string
  chainId: number
  token: string
  to: string
  units: bigint
  nonce: number
  value: bigint
  gas: bigint
  maxFeePerGas: bigint
}>

/** Returns a correct request for the signer, except for the changes. */
export function asking(transfer: OpenedTransfer, changes: Changes = {}) {
  const kind = changes.kind ?? 'pay'
  const to = getAddress(changes.to ?? transfer.address)
  const units = changes.units ?? transfer.tokensMinor * 10_000n
  const unsigned = serializeTransaction({
    type: 'eip1559',
    chainId: changes.chainId ?? CHAIN_ID,
    nonce: changes.nonce ?? transfer.lock,
    gas: changes.gas ?? 65_000n,
    maxFeePerGas: changes.maxFeePerGas ?? 30_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    ...(changes.value === undefined ? {} : { value: changes.value }),
    ...(kind === 'cancel'
      ? { to: getAddress(changes.to ?? LANE) }
      : {
          to: getAddress(changes.token ?? TOKEN_ADDRESS),
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] }),
        }),
  })
  return { transfer_id: transfer.transferId, kind, unsigned }
}

export function bytesOf(request: ReturnType<typeof asking>): Uint8Array {
  return hexToBytes(request.unsigned)
}
