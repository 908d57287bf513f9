import type { Mode } from '../../../kernel/mode.ts'
import type { Asset } from '../../../kernel/money/money.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { type SnakeRow, toCamel } from '../../../kernel/postgres/rows.ts'
import { assert } from '../../../kernel/refusal.ts'
import { readTimeline } from '../../transactions/timeline/timeline.ts'
import type { Timeline } from '../../transactions/timeline/timeline-step.ts'
import { toWallet, type Wallet } from '../../transactions/wallets/wallet.ts'
import { type AllocationLine, selectAllocations } from './credit-story-store.ts'

/** All facts about one transaction, for an operator. */
export type TransactionStory = Readonly<{
  id: string
  mode: Mode
  type: string
  status: string
  businessId: string
  businessName: string
  reference: string
  amountMinor: bigint
  createdAt: Date
  /** The payer that a buy claims. */
  claimed: Readonly<{
    number: string | null
    name: string | null
    bank: string | null
    account: string
  }> | null
  /** Wallet that receives a withdrawal. */
  withdrawnTo: Wallet | null
  /** Deposit address of a sell, as stored. */
  depositTo: Wallet | null
  /** Naira that the buy still lacks, in kobo. Null: the buy accepts no more credits. */
  lacksMinor: bigint | null
  heldMinor: bigint
  timeline: Timeline
  allocations: readonly AllocationLine[]
}>

export async function readTransactionStory(sql: Sql, id: string): Promise<TransactionStory | undefined> {
  const { rows } = await sql.query<StoryRow>(
    `select t.id, t.mode, t.type, t.status, t.business_id, n.name as business_name, t.reference, t.amount_minor, t.created_at,
       b.transaction_id is not null as is_buy, b.payer_account_number, b.payer_account_name, b.payer_bank_name,
       v.account_number, w.network, w.wallet_address, d.network as deposit_network,
       d.address as deposit_address, c.left_minor, h.amount_minor as held_minor
     from transaction t
     join business n on n.id = t.business_id
     left join buy b on b.transaction_id = t.id
     left join vendor_account v on v.id = b.vendor_account_id
     left join withdrawal w on w.transaction_id = t.id
     left join deposit_address d on d.transaction_id = t.id
     left join claim c on c.transaction_id = t.id
     left join balance h on h.owner = t.id::text and h.kind = 'held' and h.mode = t.mode
       and h.asset = case when b.transaction_id is null then 'NGNC'::asset else 'NGN' end
     where t.id = $1`,
    [id],
  )
  const row = rows[0]
  if (row === undefined) return undefined
  const timeline = await readTimeline(sql, id)
  assert(timeline !== undefined, 'a transaction must have a first event')
  return { ...toStory(row), timeline, allocations: await selectAllocations(sql, { transactionId: id }) }
}

type Story = Omit<TransactionStory, 'timeline' | 'allocations'>

type StoryRow = SnakeRow<
  Omit<Story, 'amountMinor' | 'claimed' | 'withdrawnTo' | 'depositTo' | 'lacksMinor' | 'heldMinor'>
> & {
  amount_minor: string
  is_buy: boolean
} & Record<
    'payer_account_number' | 'payer_account_name' | 'payer_bank_name' | 'account_number',
    string | null
  > &
  Record<'network' | 'wallet_address' | 'deposit_network' | 'deposit_address', string | null> &
  Record<'left_minor' | 'held_minor', string | null>

function toStory(row: StoryRow): Story {
  const { amountMinor, network, walletAddress, depositNetwork, depositAddress, ...rest } = toCamel(row)
  const { isBuy, payerAccountNumber, payerAccountName, payerBankName, accountNumber, ...more } = rest
  const { leftMinor, heldMinor, ...story } = more
  const claimed = {
    number: payerAccountNumber,
    name: payerAccountName,
    bank: payerBankName,
    account: accountNumber ?? '',
  }
  return {
    ...story,
    amountMinor: BigInt(amountMinor),
    claimed: isBuy ? claimed : null,
    withdrawnTo: toWallet(network, walletAddress),
    depositTo: toWallet(depositNetwork, depositAddress),
    lacksMinor: leftMinor === null ? null : BigInt(leftMinor),
    heldMinor: BigInt(heldMinor ?? '0'),
  }
}

/** A transfer of a transaction's tokens with its lock and every signed attempt. */
export type TransferStory = Readonly<{
  id: string
  mode: Mode
  network: string
  laneNumber: number
  lock: string
  state: string
  address: string
  tokensMinor: bigint
  openedAt: Date
  sentAt: Date | null
  sentCount: number
  endedAt: Date | null
  attempts: ReadonlyArray<Readonly<{ kind: string; hash: string; signedAt: string }>>
}>

/** Returns the transfers of one transaction, oldest first. */
export async function selectTransferStories(sql: Sql, transactionId: string): Promise<TransferStory[]> {
  const { rows } = await sql.query<Omit<TransferStory, 'tokensMinor'> & { tokensMinor: string }>(
    `select f.id, f.mode, f.network, l.number as "laneNumber", f.lock::text, f.state, r.address, r.tokens_minor as "tokensMinor",
       f.opened_at as "openedAt", f.sent_at as "sentAt", f.sent_count as "sentCount", f.ended_at as "endedAt",
       coalesce((select jsonb_agg(jsonb_build_object('kind', a.kind, 'hash', a.hash, 'signedAt', a.signed_at) order by a.number)
         from transfer_attempt a where a.transfer_id = f.id), '[]') as attempts
     from transfer_right r join transfer f on f.right_id = r.id join lane l on l.id = f.lane_id
     where r.transaction_id = $1 order by f.opened_at, f.id`,
    [transactionId],
  )
  return rows.map((row) => ({ ...row, tokensMinor: BigInt(row.tokensMinor) }))
}

/** Returns the freeze that blocks a buy, or null, and the lane that the buy waits for. */
export async function readWaiting(
  sql: Sql,
  transactionId: string,
): Promise<Readonly<{ frozen: string | null; lane: string | null }>> {
  const { rows } = await sql.query<{ frozen: string | null; lane: string | null }>(
    `select freeze_of(b.transaction_id, b.network) as frozen, l.mode || ':' || l.network || ':' || l.number as lane
     from buy b left join delivery d on d.transaction_id = b.transaction_id left join lane l on l.id = d.lane_id
     where b.transaction_id = $1`,
    [transactionId],
  )
  return rows[0] ?? { frozen: null, lane: null }
}

export type EntryLine = Readonly<{
  step: string
  postedAt: Date
  debit: string
  credit: string
  asset: Asset
  amountMinor: bigint
}>

/** Returns the ledger postings of a transaction, or of the entry with a line's id, by time. */
export async function selectEntryLines(
  sql: Sql,
  of: Readonly<{ transactionId?: string; entryId?: string }>,
): Promise<EntryLine[]> {
  const { rows } = await sql.query<Omit<EntryLine, 'amountMinor'> & { amountMinor: string }>(
    `select e.step, e.posted_at as "postedAt", concat_ws(':', p.debit_kind, nullif(p.debit_owner, '')) as debit,
       concat_ws(':', p.credit_kind, nullif(p.credit_owner, '')) as credit, p.asset, p.amount_minor as "amountMinor"
     from entry e join posting p on p.entry_id = e.id
     where e.transaction_id = $1 or e.id = $2 order by e.posted_at, e.id, p.ordinal`,
    [of.transactionId, of.entryId],
  )
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }))
}
