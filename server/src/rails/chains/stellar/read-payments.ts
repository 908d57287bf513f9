import type { OddLog, ReadLogs, TokenLog } from '../../../movements/deposits/deposit-chain.ts'
import { OddAnswer, readObject, readText } from '../../vendor-json.ts'
import { type Answer, askAll, type Horizon } from './horizon.ts'
import { readDigits, readLedger, recordsIn } from './horizon-values.ts'
import { type ReadPayment, readPayment } from './read-payment.ts'
import type { StellarAsset } from './stellar-settings.ts'
import { cursorBefore, readToid } from './toid.ts'

type Deps = Readonly<{
  horizon: Horizon
  address: string
  addressOf: (id: bigint) => string
  asset: StellarAsset
  pageSize: number
}>

const MAX_PAGES_PER_READ = 5

/**
 * Reads everything that moved our asset to or from the account, in ledger order, up to a limited number of pages. It reads operations
 * instead of payments, because Horizon lists clawbacks only among operations.
 */
export async function readPayments(
  deps: Deps,
  from: bigint,
  to: bigint,
  signal: AbortSignal,
): Promise<ReadLogs> {
  const read: ReadPayment[] = []
  let cursor = cursorBefore(from)
  let through = to
  for (let page = 1; ; page += 1) {
    const records = await readPage(deps, cursor, signal)
    const places = records.map((record) => readToid(readDigits(readText(record['id'], 'id'), 'id')).ledger)
    if (places.some((ledger) => ledger < from))
      throw new OddAnswer(`the node returned operations from before ledger ${from}`)
    const within = records.filter((_, place) => (places[place] ?? 0n) <= to)
    for (const record of within) {
      const payment = readPayment(record, deps)
      if (payment !== undefined) read.push(payment)
    }
    const last = records.at(-1)
    if (last === undefined || records.length < deps.pageSize || within.length < records.length) break
    // The rest of the last ledger may be on the next page. A ledger is returned only when all of it was read.
    const done = (places.at(-1) ?? 0n) - 1n
    if (page >= MAX_PAGES_PER_READ && done >= from) {
      through = done
      break
    }
    cursor = readText(last['paging_token'], 'paging_token')
  }
  return withHashes(
    deps.horizon,
    read.filter((one) => blockOf(one) <= through),
    through,
    signal,
  )
}

async function readPage(
  { horizon, address, pageSize }: Deps,
  cursor: string,
  signal: AbortSignal,
): Promise<readonly Answer[]> {
  const path = `/accounts/${address}/operations?order=asc&limit=${pageSize}&join=transactions&cursor=${encodeURIComponent(cursor)}`
  return recordsIn(await horizon.get(path, signal)).map((item) => readObject(item, 'operation'))
}

async function withHashes(
  horizon: Horizon,
  read: readonly ReadPayment[],
  through: bigint,
  signal: AbortSignal,
): Promise<ReadLogs> {
  const logs: Omit<TokenLog, 'blockHash'>[] = []
  const odd: OddLog[] = []
  for (const one of read) {
    if ('log' in one) logs.push(one.log)
    else odd.push(one.odd)
  }
  const ledgers = [...new Set(logs.map(({ block }) => block))]
  const hashes = new Map(
    await askAll(ledgers, async (ledger) => [ledger, await readLedgerHash(horizon, ledger, signal)] as const),
  )
  return { through, odd, logs: logs.map((log) => ({ ...log, blockHash: hashes.get(log.block) ?? '' })) }
}

export async function findLedgerHash(
  horizon: Horizon,
  ledger: bigint,
  signal: AbortSignal,
): Promise<string | undefined> {
  const found = await horizon.find(`/ledgers/${ledger}`, signal)
  if (found === undefined) return undefined
  const { sequence, hash } = readLedger(found)
  if (sequence !== ledger)
    throw new OddAnswer(`ledger ${ledger} was requested, but the node returned ledger ${sequence}`)
  return hash
}

async function readLedgerHash(horizon: Horizon, ledger: bigint, signal: AbortSignal): Promise<string> {
  const hash = await findLedgerHash(horizon, ledger, signal)
  if (hash === undefined)
    throw new OddAnswer(`the node returned payments of ledger ${ledger}, but does not have the ledger`)
  return hash
}

function blockOf(payment: ReadPayment): bigint {
  return 'log' in payment ? payment.log.block : payment.block
}
