import type { Mode } from '../../../kernel/mode.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { type SnakeRow, toCamel } from '../../../kernel/postgres/rows.ts'
import type { TransactionType } from '../machines/machines.ts'
import type { WaitCode } from '../wait-messages.ts'

export type CreditFact = Readonly<{
  id: string
  amountMinor: bigint
  sessionId: string | null
  seenAt: Date
  givenAt: Date
  endedAt: Date | null
}>

/**
 * A credit that is given to no buy yet. `sure`: it has the code or the number of the buy, or its payer and amount. `only`: its amount fits this
 * buy and no other. `some`: it fits others too.
 */
type SeenFact = Readonly<{
  kind: 'sure' | 'only' | 'some'
  /** Null unless it is sure. */
  amountMinor: bigint | null
  seenAt: Date
}>

export type AttemptFact = Readonly<{ kind: 'pay' | 'bump' | 'cancel'; hash: string; signedAt: Date }>

export type TransferFact = Readonly<{
  id: string
  network: string
  state: string
  tokensMinor: bigint
  hash: string | null
  openedAt: Date
  sentAt: Date | null
  sentCount: number
  endedAt: Date | null
  attempts: readonly AttemptFact[]
}>

export type DepositFact = Readonly<{
  id: string
  network: string
  hash: string
  amountMinor: bigint
  seenAt: Date
}>

export type PayoutFact = Readonly<{
  id: string
  state: string
  amountMinor: bigint
  sessionId: string | null
  orderedAt: Date
  sentAt: Date | null
  endedAt: Date | null
  /** Time at which the naira of a failed or returned payout was seen back. */
  backAt: Date | null
  purpose: 'payout' | 'refund'
  bankCode: string
  accountNumber: string
}>

/** A period in which a wallet could not receive tokens, with its reason. */
export type WalletBlockFact = Readonly<{ code: string; message: string; since: Date; endedAt: Date | null }>

/** Facts about a transaction from its rows. The last three fields are for operators, and are empty for a business. */
export type TimelineFacts = Readonly<{
  type: TransactionType
  status: string
  mode: Mode
  events: ReadonlyArray<Readonly<{ event: string; status: string; at: Date }>>
  credits: readonly CreditFact[]
  seen: SeenFact | null
  transfers: readonly TransferFact[]
  /** Deposit address of a sell. Null: no tokens are to be sent. */
  depositAddress: Readonly<{ network: string; address: string }> | null
  deposits: readonly DepositFact[]
  payouts: readonly PayoutFact[]
  walletBlocks: readonly WalletBlockFact[]
  /** Reason that the business may see why the transaction waits. Null: none. */
  wait: WaitCode | null
  frozen: string | null
  screenings: ReadonlyArray<Readonly<{ list: string | null; subjects: number; hits: number; at: Date }>>
  cases: ReadonlyArray<Readonly<{ id: string; kind: string; openedAt: Date; resolvedAt: Date | null }>>
}>

/** Returns all facts, including those for operators only. */
export async function selectTimelineFacts(sql: Sql, id: string): Promise<TimelineFacts | undefined> {
  return readFacts(sql, 'select transaction_facts($1, true) as facts', id)
}

/** Returns the facts that the business of the transaction may see, for operators who look with its eyes. */
export async function selectToldTimelineFacts(sql: Sql, id: string): Promise<TimelineFacts | undefined> {
  return readFacts(sql, 'select transaction_facts($1, false) as facts', id)
}

/** Runs for one tenant. Another tenant's transaction is undefined. */
export async function selectOwnTimelineFacts(sql: Sql, id: string): Promise<TimelineFacts | undefined> {
  return readFacts(sql, 'select own_transaction_facts($1) as facts', id)
}

async function readFacts(sql: Sql, text: string, id: string): Promise<TimelineFacts | undefined> {
  const { rows } = await sql.query<{ facts: FactsRow | null }>(text, [id])
  const facts = rows[0]?.facts
  return facts === null || facts === undefined ? undefined : toFacts(facts)
}

/** A fact in JSON: times and amounts are strings. */
type Json<Fact> = SnakeRow<{
  [Field in keyof Fact]: Fact[Field] extends bigint | Date
    ? string
    : Date extends Fact[Field]
      ? string | null
      : Fact[Field]
}>

type FactsRow = Pick<TimelineFacts, 'type' | 'status' | 'mode' | 'wait' | 'frozen'> & {
  events: Array<Json<TimelineFacts['events'][number]>>
  credits: Array<Json<CreditFact>>
  seen: { kind: SeenFact['kind']; amount_minor: string | null; seen_at: string } | null
  transfers: Array<Json<Omit<TransferFact, 'attempts'>> & { attempts: Array<Json<AttemptFact>> }>
  deposit_address: TimelineFacts['depositAddress']
  deposits: Array<Json<Omit<DepositFact, 'amountMinor'>> & { minor: string }>
  payouts: Array<Json<PayoutFact>>
  wallet_blocks: Array<Json<WalletBlockFact>>
  screenings: Array<Json<TimelineFacts['screenings'][number]>> | null
  cases: Array<Json<TimelineFacts['cases'][number]>> | null
}

function toFacts({ type, status, mode, wait, frozen, ...row }: FactsRow): TimelineFacts {
  return {
    type,
    status,
    mode,
    wait,
    frozen,
    events: row.events.map((event) => ({ ...event, at: new Date(event.at) })),
    credits: row.credits.map(toCamel).map((credit) => ({
      ...credit,
      amountMinor: BigInt(credit.amountMinor),
      seenAt: new Date(credit.seenAt),
      givenAt: new Date(credit.givenAt),
      endedAt: dateOrNull(credit.endedAt),
    })),
    seen: row.seen && {
      kind: row.seen.kind,
      amountMinor: row.seen.amount_minor === null ? null : BigInt(row.seen.amount_minor),
      seenAt: new Date(row.seen.seen_at),
    },
    transfers: row.transfers.map(toCamel).map((transfer) => ({
      ...transfer,
      tokensMinor: BigInt(transfer.tokensMinor),
      openedAt: new Date(transfer.openedAt),
      sentAt: dateOrNull(transfer.sentAt),
      endedAt: dateOrNull(transfer.endedAt),
      attempts: transfer.attempts.map(({ kind, hash, signed_at }) => ({
        kind,
        hash,
        signedAt: new Date(signed_at),
      })),
    })),
    depositAddress: row.deposit_address,
    deposits: row.deposits.map(toCamel).map(({ minor, seenAt, ...deposit }) => ({
      ...deposit,
      amountMinor: BigInt(minor),
      seenAt: new Date(seenAt),
    })),
    payouts: row.payouts.map(toCamel).map((payout) => ({
      ...payout,
      amountMinor: BigInt(payout.amountMinor),
      orderedAt: new Date(payout.orderedAt),
      sentAt: dateOrNull(payout.sentAt),
      endedAt: dateOrNull(payout.endedAt),
      backAt: dateOrNull(payout.backAt),
    })),
    walletBlocks: row.wallet_blocks.map(({ code, message, since, ended_at }) => ({
      code,
      message,
      since: new Date(since),
      endedAt: dateOrNull(ended_at),
    })),
    screenings: (row.screenings ?? []).map((screening) => ({ ...screening, at: new Date(screening.at) })),
    cases: (row.cases ?? []).map(({ id, kind, opened_at, resolved_at }) => ({
      id,
      kind,
      openedAt: new Date(opened_at),
      resolvedAt: dateOrNull(resolved_at),
    })),
  }
}

function dateOrNull(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

/** Data by which a bank finds one of our payments. */
export type PayoutTrace = Readonly<{
  id: string
  purpose: 'payout' | 'refund'
  state: string
  reference: string
  sessionId: string | null
  amountMinor: bigint
  bankCode: string
  accountNumber: string
  accountName: string
  /** The last digits of the account that paid, if it has a number. */
  fromEnding: string | null
  sentAt: Date
  endedAt: Date | null
  moneyBackAt: Date | null
}>

type Row = Omit<PayoutTrace, 'amountMinor'> & Readonly<{ amountMinor: string }>

/** Returns the payouts in the order in which banks were instructed. Runs for one tenant. */
export async function selectPayoutTraces(sql: Sql, transactionId: string): Promise<PayoutTrace[]> {
  const { rows } = await sql.query<Row>(
    `select id, purpose, state, reference, session_id as "sessionId", amount_minor as "amountMinor", bank_code as "bankCode",
       account_number as "accountNumber", account_name as "accountName", from_ending as "fromEnding", sent_at as "sentAt",
       ended_at as "endedAt", money_back_at as "moneyBackAt"
     from own_payout_traces($1)`,
    [transactionId],
  )
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }))
}
