import { randomInt } from 'node:crypto'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { recordLines } from '@afara/server/movements/credits/bank-line-store.ts'
import { listCursors } from '@afara/server/movements/deposits/cursor-store.ts'
import { recordDeposits } from '@afara/server/movements/deposits/deposit-store.ts'
import { simulatedNetworks, TOKEN_ADDRESS } from '@afara/stack/chains/simulated-networks.ts'
import { askChain } from '@afara/stack/http/ask-chain.ts'
import type { Naming } from './naming.ts'

export type Invented = Readonly<{ amount: number; payer: Readonly<{ name: string; number: string }> }>

type Account = Readonly<{ id: string; number: string; source: string }>

const today = (): string => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)

/** Records a credit that no bank has, with the worker's role, as if a feed had reported it. */
export async function inventLine(
  worker: Pool,
  naming: Naming,
  account: Account,
  { amount, payer }: Invented,
): Promise<void> {
  const externalId = `${randomInt(1e12)}`
  const minor = BigInt(amount) * 100n
  const [line] = await recordLines(worker, {
    accountId: account.id,
    source: account.source,
    lines: [
      {
        externalId,
        accountNumber: account.number,
        direction: 'credit',
        kind: 'payment',
        grossMinor: minor,
        settledMinor: minor,
        bookedAt: new Date(),
        valueDate: today(),
        sessionId: `${randomInt(1e12)}`.padStart(30, '9'),
        payer: { accountNumber: payer.number, name: payer.name, bankCode: '000013' },
        narration: 'invented',
        raw: {},
      },
    ],
    unreadable: [],
    cursor: undefined,
    at: new Date(),
  })
  if (line?.lineId === undefined) throw new Error(`the invented credit was not recorded: ${line?.outcome}`)
  naming.note(line.lineId, 'line', `${account.source} ${externalId}`)
}

/** Records deposits that no chain has, with the worker's role, in the next block that it reads. */
export async function inventDeposits(
  worker: Pool,
  naming: Naming,
  chainUrl: string,
  wanted: ReadonlyArray<Readonly<{ address: string; amount: number }>>,
): Promise<void> {
  const decimals = simulatedNetworks.polygon.decimals
  const unitsPerMinor = 10n ** BigInt(decimals - 2)
  const logs = wanted.map(({ address, amount }, place) => ({
    txHash: `0x${newId().replaceAll('-', '').padStart(64, '0')}`,
    logIndex: place,
    token: TOKEN_ADDRESS.toLowerCase(),
    sender: `0x${'5'.repeat(40)}`,
    address,
    units: BigInt(amount) * 10n ** BigInt(decimals),
  }))
  for (;;) {
    const after = (await listCursors(worker)).find(
      ({ mode, network }) => mode === 'test' && network === 'Polygon',
    )
    if (after === undefined) throw new Error('deposits on Polygon are not read')
    const block = after.block + 1n
    const found = await askChain<{ hash: string } | null>(
      chainUrl,
      'eth_getBlockByNumber',
      `0x${block.toString(16)}`,
      false,
    )
    // The attacker waits for a block that the worker has not read yet.
    if (found === null) await askChain(chainUrl, 'evm_mine')
    else {
      const through = { block, hash: found.hash }
      const moved = await recordDeposits(worker, {
        after,
        through,
        lagBlocks: 0n,
        unitsPerMinor,
        logs: logs.map((log) => ({ ...log, block, blockHash: found.hash })),
        asides: [],
        at: new Date(),
      })
      if (moved !== undefined) break
    }
  }
  const { rows } = await worker.query<{ id: string; hash: string }>(
    'select id, tx_hash as hash from deposit where tx_hash = any ($1)',
    [logs.map(({ txHash }) => txHash)],
  )
  if (rows.length !== logs.length)
    throw new Error(`only ${rows.length} of ${logs.length} invented deposits were recorded`)
  for (const { id, hash } of rows) naming.note(id, 'deposit', hash)
}
