import { newId } from '@afara/server/kernel/ids/ids.ts'
import { postEntry } from '@afara/server/records/ledger/ledger-store.ts'
import { acceptBuys } from '@afara/server/records/transactions/accepting/buy-store.ts'
import { creditMatched } from '../../../server/test/ledger-entries.ts'
import { askToPay } from './transfer-bytes.ts'
import type { Asked, Vault } from './vault-process.ts'
import type { Opened, VaultStage } from './vault-stage.ts'

export type Attack = Readonly<{ name: string; caught: boolean; said: string }>

type Insertion = Readonly<{ name: string; code: string; text: string; undo: string }>

const TRANSACTION =
  '(select r.transaction_id from transfer f join transfer_right r on r.id = f.right_id where f.id = $1)'
const LINE = `(select line_id from allocation where transaction_id = ${TRANSACTION})`
const freeze = (name: string, scope: string, subject: string): Insertion => ({
  name,
  code: 'frozen',
  text: `insert into freeze_order (id, scope, subject, reason, placed_by, placed_at)
    select gen_random_uuid(), '${scope}', ${subject}, 'a proof', 'system:prove', now() from transfer f where f.id = $1`,
  undo: 'delete from freeze_order',
})

/** Rows that forbid a transfer. It would be signed without them. */
const insertions: readonly Insertion[] = [
  freeze('a freeze of everything', 'all', `''`),
  freeze(
    'a freeze of the business',
    'business',
    `(select business_id::text from transaction where id = ${TRANSACTION})`,
  ),
  freeze('a freeze of the network', 'network', `'test:Polygon'`),
  {
    name: 'a credit that the bank has taken back',
    code: 'credit_taken_back',
    text: `insert into credit_take_back (debit_line_id, credit_line_id, from_fund_minor, at) values (gen_random_uuid(), ${LINE}, 0, now())`,
    undo: 'delete from credit_take_back',
  },
  {
    name: 'a lien on the credit',
    code: 'credit_under_lien',
    text: `insert into credit_lien (id, line_id, case_id, placed_at, placed_by, reason)
      values (gen_random_uuid(), ${LINE}, gen_random_uuid(), now(), 'prove', 'a proof')`,
    undo: 'delete from credit_lien',
  },
  {
    name: 'a decided return of the naira to its payer',
    code: 'refund_decided',
    text: `insert into credit_return (id, mode, line_id, transaction_id, case_id, amount_minor, account_number, decided_at)
      values (gen_random_uuid(), 'test', ${LINE}, ${TRANSACTION}, gen_random_uuid(), 1, '0123456789', now())`,
    undo: 'delete from credit_return',
  },
  {
    name: 'an ended allocation',
    code: 'not_funded',
    text: `insert into allocation_end (allocation_id, line_id, entry_id, at)
      select id, gen_random_uuid(), gen_random_uuid(), now() from allocation where transaction_id = ${TRANSACTION}`,
    undo: 'delete from allocation_end',
  },
  {
    name: 'an allocation of the same credit to another buy',
    code: 'not_funded',
    text: `insert into allocation (id, mode, line_id, transaction_id, business_id, amount_minor, evidence, ground, decided_by, at)
      select gen_random_uuid(), 'test', ${LINE}, gen_random_uuid(), gen_random_uuid(), 1, 'number', 'dedicated', 'matching', '-infinity'
      from transfer f where f.id = $1`,
    undo: `delete from allocation where at = '-infinity'`,
  },
  {
    name: 'a reversed opening entry',
    code: 'opening_missing',
    text: `insert into entry (id, mode, transaction_id, step, reverses, posted_at, xid)
      select gen_random_uuid(), 'test', null, 'forged', entry_id, now(), 0 from transfer where id = $1`,
    undo: `delete from entry where step = 'forged'`,
  },
  {
    name: 'an extra posting in the opening entry',
    code: 'opening_missing',
    text: `insert into posting select entry_id, 3, 'test', 'held', 'x', 'committed', 'x', 'NGN', 1, 0 from transfer where id = $1`,
    undo: `delete from posting where ordinal = 3`,
  },
  {
    name: 'a frozen vendor account',
    code: 'frozen',
    text: `update vendor_account set state = 'frozen' where $1::uuid is not null`,
    undo: `update vendor_account set state = 'active'`,
  },
  {
    name: 'a halted lane',
    code: 'lane_halted',
    text: `update lane set state = 'halted', halted_because = 'a proof' where $1::uuid is not null`,
    undo: `update lane set state = 'active', halted_because = null`,
  },
  {
    name: 'a lane with a stranger’s address',
    code: 'unknown_lane',
    text: `update lane set address = '0x00000000000000000000000000000000deadbeef' || left($1::uuid::text, 0)`,
    undo: `update lane set address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'`,
  },
  {
    name: 'a lane with another number',
    code: 'unknown_lane',
    text: `update lane set number = 2 where $1::uuid is not null`,
    undo: `update lane set number = 1`,
  },
  {
    name: 'a bank line that no source reported',
    code: 'credit_doubtful',
    text: `update bank_line_assignment set line_id = gen_random_uuid() where line_id = ${LINE}`,
    undo: `update bank_line_assignment s set line_id = l.id from bank_line_reading r, bank_line l where r.id = s.reading_id
      and l.gross_minor::numeric = r.gross_minor::numeric and not exists (select from bank_line x where x.id = s.line_id)`,
  },
]

/** Inserts every row that forbids a payment, one at a time, and removes it again. */
export async function tryInsertions(stage: VaultStage, vault: Vault, opened: Opened): Promise<Attack[]> {
  const found: Attack[] = []
  for (const { name, code, text, undo } of insertions) {
    await stage.superuser.query(text, [opened.transferId])
    const said = await ask(vault, askToPay(opened))
    await stage.superuser.query(undo)
    found.push({ name, caught: said === code, said })
  }
  return found
}

/**
 * Writes a right for naira that never came. The buy is moved as if paid and cleared, and the ledger is made to hold its naira, which needs
 * more than a compromised worker. Then the lane opens the transfer, which such a worker may do.
 */
export async function tryRightWithoutMoney(stage: VaultStage, vault: Vault): Promise<Attack> {
  const { owner, worker, api } = stage.pools
  const buy = stage.draft(777_777)
  await acceptBuys(api, [buy])
  for (const event of ['paid_in_full', 'checks_passed']) {
    await stage.superuser.query(
      `select afara.move_transaction(id, version, $2, '{}', now(), null) from afara.transaction where id = $1`,
      [buy.id, event],
    )
  }
  await postEntry(owner, {
    id: newId(),
    mode: 'test',
    transactionId: buy.id,
    step: 'credit_matched',
    at: new Date(),
    postings: creditMatched(buy.id, buy.amount),
  })
  await worker.query('select look_at_buy(id, version, now()) from transaction where id = $1', [buy.id])
  const [opened] = await stage.openDue()
  if (opened === undefined)
    return { name: 'a delivery without a payment', caught: true, said: 'the database' }
  const said = await ask(vault, askToPay(opened))
  return { name: 'a delivery without a payment', caught: said === 'not_funded', said }
}

export async function ask(vault: Vault, asked: Asked): Promise<string> {
  const [answer] = await vault.sign([asked])
  return answer?.code ?? answer?.outcome ?? 'nothing'
}
