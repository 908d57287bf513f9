import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { Held } from './stage.ts'

/** A kind of decision that moves value or a protection of it. */
export type Kind = Readonly<{
  name: string
  /** The transaction that the decision is about; none if operators request it. */
  about?: Held['type']
  /** Returns what the attacker wants to be decided. */
  wants(facts: Facts): Readonly<Record<string, unknown> & { action: string }>
  /** The statement that carries it out. $1 is the case. */
  carriesOut: string
  /** Words of a command that proposes it. */
  command(caseId: string): readonly string[]
  /** A row that the attacker would rather write directly. $1 is the transaction, or the case if there is none. */
  row: string
}>

/** What an attacker reads before they forge. */
export type Facts = Readonly<{
  heldMinor: string
  address: string
  freezeId: string | null
  laneId: string
  collectionId: string
  payoutAccountId: string
  caseId: string
}>

const THEIRS = { bank_code: '000013', account_number: '0999999999', account_name: 'EVE' } as const
const LISTED = {
  bank_code: '000013',
  account_number: '0111111111',
  account_name: 'OLUWADARE CHUKWUDALU ZANGOMA-BIRI',
} as const
const propose =
  (...words: string[]) =>
  (caseId: string) => ['propose', caseId, ...words, '--reason', 'it is right']

export const liftFreeze: Kind = {
  name: 'lift freeze',
  wants: ({ freezeId }) => ({ action: 'lift_freeze', freeze_id: freezeId }),
  carriesOut: 'carry_out_lift_freeze($1, now())',
  command: () => ['unfreeze', '--network', 'test:Polygon', '--reason', 'it is right'],
  row: `update freeze_order set lifted_at = now(), lifted_by = $1::text, lifted_reason = 'x' where lifted_at is null`,
}

export const kinds: readonly Kind[] = [
  {
    name: 'release of a buy',
    about: 'buy',
    wants: ({ heldMinor, address }) => ({
      action: 'release',
      amount_minor: heldMinor,
      network: 'Polygon',
      address,
    }),
    carriesOut: 'carry_out_release($1, now())',
    command: propose('release'),
    row: `update transaction set status = 'cleared' where id = $1`,
  },
  {
    name: 'release of a sell',
    about: 'sell',
    wants: ({ heldMinor }) => ({ action: 'release', amount_minor: heldMinor, ...LISTED }),
    carriesOut: 'carry_out_release($1, now())',
    command: propose('release'),
    row: `insert into transaction_event (transaction_id, sequence, event, happened_at) values ($1, 99, 'released', now())`,
  },
  {
    name: 'return to another destination',
    about: 'buy',
    wants: ({ heldMinor }) => ({
      action: 'return',
      amount_minor: heldMinor,
      destination: { ...THEIRS, known_by: 'operator' },
    }),
    carriesOut: 'carry_out_return($1, gen_random_uuid(), now())',
    command: propose('return', '--to', '0999999999'),
    row: `insert into credit_return (id, mode, transaction_id, amount_minor) values (gen_random_uuid(), 'test', $1, 1)`,
  },
  {
    name: 'refund of a buy',
    about: 'buy',
    wants: () => ({ action: 'reject', returns: [] }),
    carriesOut: 'carry_out_reject($1, now())',
    command: propose('reject'),
    row: `update credit_return set account_number = '0999999999' where transaction_id = $1`,
  },
  {
    name: 'redirect',
    about: 'buy',
    wants: ({ heldMinor }) => ({
      action: 'redirect',
      return_id: newId(),
      amount_minor: heldMinor,
      ...THEIRS,
    }),
    carriesOut: 'carry_out_redirect($1, now())',
    command: propose('redirect', '--to', '0999999999'),
    row: `insert into refund_redirect (return_id, number, mode, transaction_id) values (gen_random_uuid(), 1, 'test', $1)`,
  },
  {
    name: 'retry',
    about: 'buy',
    wants: () => ({ action: 'retry_send' }),
    carriesOut: 'carry_out_retry_send($1, now())',
    command: propose('retry-send'),
    row: `update transfer set state = 'final_void' where right_id in (select id from transfer_right where transaction_id = $1)`,
  },
  {
    name: 'not paid',
    about: 'sell',
    wants: () => ({ action: 'not_paid' }),
    carriesOut: 'carry_out_not_paid($1, now())',
    command: propose('not-paid'),
    row: `update payout set state = 'failed' where right_id in (select id from payout_right where transaction_id = $1)`,
  },
  {
    name: 'changed payee',
    about: 'sell',
    wants: () => ({ action: 'fix', ...THEIRS }),
    carriesOut: 'carry_out_fix($1, now())',
    command: propose('fix', '--account', '0999999999'),
    row: `insert into sell_payee (transaction_id, number, bank_code, account_number, account_name, case_id)
      values ($1, 1, '000013', '0999999999', 'EVE', gen_random_uuid())`,
  },
  {
    name: 'sell to the balance',
    about: 'sell',
    wants: () => ({ action: 'to_balance' }),
    carriesOut: 'carry_out($1, now())',
    command: propose('to-balance'),
    row: `insert into posting (entry_id) select $1`,
  },
  {
    name: 'adopt',
    wants: ({ laneId }) => ({
      action: 'adopt',
      lane_id: laneId,
      first_lock: '900',
      locks: '1',
      tokens_minor: '100000',
      digest: '00',
    }),
    carriesOut: 'carry_out_adopt($1, now())',
    command: () => ['adopt', '--lane', 'Polygon/1', '--reason', 'it is right'],
    row: `insert into adopted_lock (lane_id, lock, right_key) values ($1, 900, 'x')`,
  },
  liftFreeze,
  {
    name: 'move of naira',
    wants: ({ collectionId, payoutAccountId }) => ({
      action: 'move_naira',
      from_account: collectionId,
      from: 'x',
      to_account: payoutAccountId,
      to: 'y',
      amount_minor: '100000',
    }),
    carriesOut: 'carry_out($1, now())',
    command: () => ['move', 'naira', '--amount', '1000', '--reason', 'it is right'],
    row: `insert into treasury_move (id, mode, kind, amount_minor, decided_at) values ($1, 'test', 'naira', 1, now())`,
  },
  {
    name: 'move of tokens',
    wants: ({ laneId }) => ({
      action: 'move_tokens',
      from_lane: laneId,
      to_lane: laneId,
      tokens_minor: '100000',
    }),
    carriesOut: 'carry_out($1, now())',
    command: () => ['move', 'tokens', '--amount', '1000', '--reason', 'it is right'],
    row: `insert into transfer_right (id, mode, purpose) values ($1, 'test', 'delivery')`,
  },
  {
    name: 'top-up',
    wants: () => ({
      action: 'top_up_lane',
      network: 'Polygon',
      number: 1,
      tokens_minor: '100',
      gas_units: '0',
    }),
    carriesOut: 'carry_out_top_up($1, now())',
    command: () => ['top-up', 'Polygon/1', '--tokens', '1', '--reason', 'it is right'],
    row: `update lane set state = 'active' where id <> $1`,
  },
  {
    name: 'cap',
    wants: () => ({ action: 'set_cap', amount_minor: '100000000000' }),
    carriesOut: 'carry_out_cap($1)',
    command: () => ['cap', 'ada-foods', '--amount', '1000000000', '--reason', 'it is right'],
    row: `update business_mode set exposure_cap_minor = 1 where business_id <> $1`,
  },
  {
    name: 'state of a collection account',
    wants: () => ({ action: 'move_account', to: 'closed' }),
    carriesOut: 'carry_out_move_account($1, now())',
    command: () => ['account', 'close', '--reason', 'it is right'],
    row: `update vendor_account set state = 'active' where mode = 'test' and state = 'frozen' and id <> $1`,
  },
]

/** Reads what an attacker needs. Everybody with a role of the service can read it. */
export async function readFacts(sql: Pool, transactionId: string | null, caseId: string): Promise<Facts> {
  const { rows } = await sql.query<Facts>(
    `select coalesce((select amount_minor::text from balance where owner = $1::uuid::text and kind = 'held' limit 1), '100000') as "heldMinor",
       coalesce((select wallet_address from buy where transaction_id = $1::uuid), '') as address,
       (select id from freeze_order where lifted_at is null order by placed_at desc limit 1) as "freezeId",
       (select id from lane where mode = 'test' and network = 'Polygon' limit 1) as "laneId",
       (select id from vendor_account where mode = 'test' limit 1) as "collectionId",
       (select id from payout_account where mode = 'test' limit 1) as "payoutAccountId", $2::text as "caseId"`,
    [transactionId, caseId],
  )
  if (rows[0] === undefined) throw new Error('there are no facts')
  return rows[0]
}
