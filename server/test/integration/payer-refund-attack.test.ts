import { afterAll, beforeAll, expect, test } from 'vitest'
import { decisionText, forgedDecision } from '../forged-decisions.ts'
import type { WorldAccount } from '../matching-world.ts'
import { createPayerWorld, type Sent } from '../payer-world.ts'
import { createRefundWorld } from '../refund-world.ts'

let payers: Awaited<ReturnType<typeof createPayerWorld>>
let buys: Awaited<ReturnType<typeof createRefundWorld>>
let vault: Awaited<ReturnType<typeof payers.start>>

beforeAll(async () => {
  payers = await createPayerWorld()
  buys = await createRefundWorld({
    url: (role = 'postgres') => payers.urlOf(role),
    drop: async () => undefined,
  })
  const { bisi, chidi } = buys
  const others = [
    { id: bisi, name: 'Bisi' },
    { id: chidi, name: 'Chidi' },
  ]
  vault = await payers.start('refunds', {}, { others })
})

afterAll(async () => {
  await buys.close()
  await payers.stop()
})

const words = (sent: readonly Sent[]) => sent.map(({ outcome, code }) => code ?? outcome)
const paidOut = async () =>
  (await payers.truth()).reduce((sum, { arrived_kobo }) => sum + BigInt(arrived_kobo), 0n)

async function openCollection(): Promise<WorldAccount> {
  const account = await buys.openCollection()
  const { accountNumber, bankCode, name } = account.payer
  await payers.admin('PUT', `/beneficiaries/${bankCode}/${accountNumber}`, { name })
  return account
}

/** Creates a refund that two operators decided, ready to be sent. */
async function refund(...parts: readonly number[]): Promise<{ id: string; payoutIds: string[] }> {
  const id = await buys.partPaid(await openCollection(), ...parts)
  await buys.giveBack(id)
  const opened = await payers.openDue()
  return { id, payoutIds: opened.filter((one) => one.transactionId === id).map(({ payoutId }) => payoutId) }
}

test('the payer traces a refund to the bank’s own lines, and each credit is refunded once', async () => {
  const before = await paidOut()
  const { payoutIds } = await refund(5_000, 3_000)
  expect(payoutIds).toHaveLength(2)
  expect(words(await vault.send(payoutIds))).toEqual(['accepted', 'accepted'])
  expect((await paidOut()) - before).toBe(800_000n)
  expect(words(await vault.send(payoutIds))).toEqual(['exists', 'exists'])
  expect((await paidOut()) - before).toBe(800_000n)
})

const right = (payoutId: string) => `(select right_id from payout where id = '${payoutId}')`
const transaction = (payoutId: string) =>
  `(select transaction_id from payout_right where id = ${right(payoutId)})`
const line = (payoutId: string) =>
  `(select line_id from credit_return where transaction_id = ${transaction(payoutId)})`

/** Attacks by a user who can write any row, and the payer's answers. */
const attacks: ReadonlyArray<readonly [string, string, (payoutId: string) => string]> = [
  [
    'to another number',
    'right_mismatch',
    (id) => `update payout_right set account_number = '0999999999' where id = ${right(id)}`,
  ],
  [
    'to another number, which the decision names too',
    'right_mismatch',
    (id) => `update payout_right set account_number = '0999999999' where id = ${right(id)};
      update credit_return set account_number = '0999999999' where transaction_id = ${transaction(id)}`,
  ],
  [
    'to the same number at another bank',
    'right_mismatch',
    (id) => `update payout_right set bank_code = '000014' where id = ${right(id)}`,
  ],
  [
    'of more than arrived',
    'not_funded',
    (id) => `update payout_right set amount_minor = amount_minor + 100 where id = ${right(id)};
      update credit_return set amount_minor = amount_minor + 100 where transaction_id = ${transaction(id)}`,
  ],
  [
    'of more than two operators decided',
    'right_mismatch',
    (id) => `update payout_right set amount_minor = amount_minor + 100 where id = ${right(id)}`,
  ],
  [
    'of a buy that was delivered',
    'delivered',
    (
      id,
    ) => `insert into transfer_right (id, mode, transaction_id, purpose, leg, business_id, reference, network, address, tokens_minor, opened_at)
        select gen_random_uuid(), t.mode, t.id, 'delivery', 1, t.business_id, t.reference, 'Polygon', '0x1', 1, now()
        from transaction t where t.id = ${transaction(id)};
      insert into transfer (id, right_id, mode, network, lane_id, lock, state, entry_id, opened_at)
        select gen_random_uuid(), w.id, w.mode, w.network, gen_random_uuid(), 1, 'reserved', gen_random_uuid(), now()
        from transfer_right w where w.transaction_id = ${transaction(id)}`,
  ],
  [
    'of naira that was allocated to another business',
    'not_funded',
    (id) => `update allocation set business_id = gen_random_uuid() where transaction_id = ${transaction(id)}`,
  ],
  [
    'that nobody decided',
    'right_mismatch',
    (id) => `delete from credit_return where transaction_id = ${transaction(id)}`,
  ],
  [
    'on a leg that nobody decided',
    'right_mismatch',
    (id) => `update payout_right set leg = 1001 where id = ${right(id)};
      update payout set reference = payout_reference(r.business_id, r.mode, r.reference, r.purpose, r.leg, payout.attempt)
        from payout_right r where payout.id = '${id}' and r.id = payout.right_id`,
  ],
  [
    'of a buy that continues',
    'status_forbids',
    (id) => `update transaction set status = 'cleared' where id = ${transaction(id)}`,
  ],
  [
    'of naira that the bank took back',
    'credit_taken_back',
    (id) => `insert into credit_take_back values (gen_random_uuid(), ${line(id)}, 0, now())`,
  ],
  [
    'of naira under a lien',
    'credit_under_lien',
    (id) => `insert into credit_lien (id, line_id, case_id, placed_at, placed_by, reason)
      values (gen_random_uuid(), ${line(id)}, gen_random_uuid(), now(), 'x', 'x')`,
  ],
  [
    'of naira that a sanctions list holds',
    'listed',
    (id) => `insert into case_file (id, mode, kind, state, transaction_id, summary, facts, opened_at, due_at)
      values (gen_random_uuid(), 'test', 'screening_hit', 'open', ${transaction(id)}, 'x', '{}', now(), now())`,
  ],
  [
    'without its opening entry in the ledger',
    'opening_missing',
    (id) => `update payout set entry_id = gen_random_uuid() where id = '${id}'`,
  ],
  [
    'of a line that is not in the ledger',
    'not_funded',
    (id) => `update posting set amount_minor = amount_minor + 1 where entry_id = ${line(id)}`,
  ],
]

test.each(attacks)('a refund %s is refused', async (_what, code, forgery) => {
  const before = await paidOut()
  const { payoutIds } = await refund(4_000)
  await payers.forge(forgery(payoutIds[0] ?? ''))
  expect(words(await vault.send(payoutIds))).toEqual([code])
  expect(await paidOut()).toBe(before)
})

test('the same credit is not refunded twice, even under another buy', async () => {
  const first = await refund(6_000)
  expect(words(await vault.send(first.payoutIds))).toEqual(['accepted'])
  const second = await refund(6_000)
  const before = await paidOut()
  // The second buy's credit is recorded under the first one's external id.
  await payers.forge(
    `create temporary table told on commit drop as select r.external_id, r.vendor_account_id
       from bank_line_assignment s join bank_line_reading r on r.id = s.reading_id where s.line_id = ${line(first.payoutIds[0] ?? '')};
     update bank_line_reading r set external_id = 'another' from bank_line_assignment s
       where s.reading_id = r.id and s.line_id = ${line(first.payoutIds[0] ?? '')};
     update bank_line_reading r set external_id = o.external_id, vendor_account_id = o.vendor_account_id from bank_line_assignment s, told o
       where s.reading_id = r.id and s.line_id = ${line(second.payoutIds[0] ?? '')};
     update bank_line l set vendor_account_id = o.vendor_account_id from bank_line o
       where l.id = ${line(second.payoutIds[0] ?? '')} and o.id = ${line(first.payoutIds[0] ?? '')};
     update buy b set vendor_account_id = l.vendor_account_id from bank_line l
       where b.transaction_id = '${second.id}' and l.id = ${line(first.payoutIds[0] ?? '')};
     update posting p set debit_owner = l.vendor_account_id::text from bank_line l
       where p.entry_id = ${line(second.payoutIds[0] ?? '')} and l.id = ${line(first.payoutIds[0] ?? '')}`,
  )
  expect(words(await vault.send(second.payoutIds))).toEqual(['source_used'])
  expect(await paidOut()).toBe(before)
})

/** An attacker marks the payout of a refund as dead and redirects the refund by a case of their own. Returns the new payout. */
async function redirect(id: string, payoutId: string, caseId: string, isSigned: boolean): Promise<string> {
  const { rows } = await payers.owner.query<{ id: string; amount: string }>(
    'select id, amount_minor::text as amount from credit_return where transaction_id = $1',
    [id],
  )
  const resolution = {
    action: 'redirect',
    return_id: rows[0]?.id,
    amount_minor: rows[0]?.amount,
    bank_code: '000013',
    account_number: '0123456789',
  }
  const { action, ...says } = resolution
  const text = decisionText(caseId, action, {
    kind: 'refund_due',
    transaction: id,
    ...Object.fromEntries(Object.entries(says).map(([key, value]) => [`decision.${key}`, value])),
  })
  const signatures = forgedDecision(
    { caseId, action, text, transactionId: id },
    payers.people.map(({ id: by }) => ({ by })),
  )
  await payers.forge(
    `update payout set state = 'failed', money_back_at = now(), ended_at = now(), next_look_at = null where id = '${payoutId}';
     insert into case_file (id, mode, kind, state, transaction_id, summary, facts, opened_at, due_at, ended, proposed_by, approved_by, resolution, resolved_at)
       values ('${caseId}', 'test', 'refund_due', 'resolved', '${id}', 'x', '{}', now(), now(), 'approved',
         gen_random_uuid(), gen_random_uuid(), '${JSON.stringify(resolution)}', now());
     insert into refund_redirect (return_id, number, mode, transaction_id, bank_code, account_number, account_name, case_id, at)
       select r.id, 1, r.mode, r.transaction_id, '000013', '0123456789', 'ADA OBI', '${caseId}', now()
       from credit_return r where r.transaction_id = '${id}';
     insert into case_step (case_id, sequence, operator_id, action, resolution, reason, at)
       values ('${caseId}', 3, '${payers.people[1].id}', 'approved', '${JSON.stringify(resolution)}', 'x', now());
     ${isSigned ? signatures : ''}`,
  )
  await payers.owner.query(
    `select reverse_entry(gen_random_uuid(), entry_id, 'payout_dead', $2) from payout where id = $1`,
    [payoutId, payers.clock.now()],
  )
  await buys.look(id)
  const [again] = await payers.openDue()
  return again?.payoutId ?? ''
}

test('a refund that two operators redirected is paid to the new account, but only after the first payout is dead', async () => {
  const { id, payoutIds } = await refund(7_000)
  expect(words(await vault.send(payoutIds))).toEqual(['accepted'])
  const before = await paidOut()
  const again = await redirect(id, payoutIds[0] ?? '', '01a1dee6-1366-7ab8-a780-7f2d4afdd653', true)
  expect(words(await vault.send([again]))).toEqual(['former_alive'])
  expect(await paidOut()).toBe(before)
})

test('a redirected refund that nobody signed is refused', async () => {
  const { id, payoutIds } = await refund(7_000)
  expect(words(await vault.send(payoutIds))).toEqual(['accepted'])
  const before = await paidOut()
  const again = await redirect(id, payoutIds[0] ?? '', '01a1dee6-1366-7ab8-a780-7f2d4afdd654', false)
  expect(words(await vault.send([again]))).toEqual(['decision_unsigned'])
  expect(await paidOut()).toBe(before)
})
