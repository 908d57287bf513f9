import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, expect, test } from 'vitest'
import { settleFromVendors } from '../../../../test/account-work.ts'
import { connectAs } from '../../../../test/connect-as.ts'
import { createReconciler } from '../../../../test/reconcile-world.ts'
import { createVendorWorld, koraPays } from '../../../../test/vendor-world.ts'
import { formatId, newId } from '../../../kernel/ids/ids.ts'
import type { BankLine } from '../../../movements/feeds/bank-line.ts'
import { absentSigner } from '../../../movements/transfers/signer.ts'
import { wireWalletRules } from '../../../wire/wire-chains.ts'
import { runOps } from '../run-ops.ts'

const world = await createVendorWorld()
const { owner, worker, clock, bank, kora, quick, payThrough: pay, settlement, settleDebt: settle } = world
const reconciler = createReconciler(world)
const DAY_MS = 86_400_000

afterAll(async () => {
  await reconciler.close()
  await world.close()
})

const debt = async () => {
  const { owed, ledger } = await world.debtOfKora()
  expect(owed).toBe(ledger)
  return owed
}
const findings = async () =>
  (await world.findings())
    .filter(({ check }) => check !== 'check_freezes')
    .map((one) => Object.values(one).join(' '))
const waitOf = async (buy: string) => {
  const { rows } = await owner.query<{ code: string | null }>(
    'select code from transaction_wait where transaction_id = $1',
    [buy],
  )
  return rows[0]?.code
}
const run = async (who: string, line: string, ...more: string[]) => {
  const out: string[] = []
  const code = await runOps(['ops', ...line.split(' '), ...more], {
    readSigning: softwareSigning,
    ...connectAs(world.ownerUrl, `${who}@afara.test`),
    readStatementFormats: async () => [],
    readWalletRules: async () => wireWalletRules(),
    readChainsAndJournal: async () => ({ chains: new Map(), journal: absentSigner }),
    print: (text) => out.push(text),
    printError: (text) => out.push(text),
  })
  return { code, text: out.join('\n') }
}
/** Bisi proposes, and Chidi approves. */
const decide = async (line: string, ...more: string[]) => {
  const asked = await run('bisi', line, ...more, '--reason', 'a test')
  expect(asked.text).toMatch(/cas_[0-9a-f]{32}/)
  const approved = await run('chidi', `approve ${/cas_[0-9a-f]{32}/.exec(asked.text)?.[0] ?? ''}`)
  expect(approved).toMatchObject({ code: 0 })
  return approved.text
}
const terms = async (cap: number) =>
  decide(`vendor terms kora --mode test --cap ${cap} --pays-from ${koraPays.accountNumber} --bank 000013`)

test('a payment through a vendor that settles later is owed by it, less its fee, and is delivered', async () => {
  const { buy, lineId } = await pay(kora, 20_000)
  expect(await debt()).toBe(19_800_00n)
  expect(await world.driveWith(world.advance, buy)).toBe('cleared')
  const { rows } = await owner.query<{ step: string; text: string }>(
    `select e.step, p.debit_kind || ' / ' || p.credit_kind || ' ' || p.amount_minor as text
     from entry e join posting p on p.entry_id = e.id
     where e.id = $1 or e.id = (select entry_id from vendor_debt_move where id = $1) order by e.step, p.ordinal`,
    [lineId],
  )
  expect(rows).toEqual([
    { step: 'credit_seen', text: 'bank / suspense 1980000' },
    { step: 'credit_seen', text: 'expense / suspense 20000' },
    { step: 'owed_by_vendor', text: 'receivable / bank 1980000' },
  ])
  expect(await findings()).toEqual([])
})

test('nothing changes for a vendor that settles at once', async () => {
  const before = await debt()
  const { buy, lineId } = await pay(quick, 20_000)
  expect(await debt()).toBe(before)
  expect((await owner.query('select from vendor_debt_move where id = $1', [lineId])).rowCount).toBe(0)
  expect(await world.driveWith(world.advance, buy)).toBe('cleared')
})

test('beyond the cap a buy waits without a case, and is delivered when the settlement arrives', async () => {
  expect(await terms(30_000)).toContain('deliver at most ₦30,000.00 before kora has settled it')
  const [first, second] = [await pay(kora, 10_000), await pay(kora, 15_000)]
  expect(await debt()).toBe(44_550_00n)
  expect(await world.driveWith(world.advance, first.buy)).toBe('cleared')
  expect(await world.driveWith(world.advance, second.buy)).toBe('payment_received')
  expect(await waitOf(second.buy)).toBe('awaiting_settlement')
  // No number of this vendor is given meanwhile.
  expect((await owner.query(`select is_vendor_full('test', 'kora') as full`)).rows[0]).toEqual({ full: true })
  clock.advance(2 * DAY_MS)
  await world.driveWith(world.advance, second.buy)
  expect(await world.casesOf(second.buy)).toEqual([])
  expect(await findings()).toEqual([])

  // A first settlement covers the oldest payment. Then the rest is within the cap.
  const line = settlement(19_800_00n)
  const lineId = await settle(line)
  expect(await debt()).toBe(24_750_00n)
  expect(await world.driveWith(world.advance, second.buy)).toBe('cleared')
  expect(await waitOf(second.buy)).toBe(null)
  // The bank reports it again, and two workers look at once.
  expect(await settle(line)).toBe(lineId)
  await Promise.all([1, 2, 3].map(async () => settleFromVendors(worker, bank.id, clock.now())))
  expect(await debt()).toBe(24_750_00n)
  expect(await world.casesOf(lineId)).toEqual([])
  expect(await findings()).toEqual([])
})

test('a settlement makes due the buys that wait for it, and none of the other mode', async () => {
  const { buy } = await pay(kora, 10_000)
  expect(await world.driveWith(world.advance, buy)).toBe('payment_received')
  const before = (await world.waitOf(buy)) ?? 0
  expect(before).toBeGreaterThan(0)
  const now = clock.now().getTime()
  expect((await world.dueAfterSettlementIn('live', buy))?.getTime()).toBe(now + before)
  expect((await world.dueAfterSettlementIn('test', buy))?.getTime()).toBe(now)
  await settle(settlement(9_900_00n))
  expect(await world.driveWith(world.advance, buy)).toBe('cleared')
})

test('a worker that died after the settlement was recorded leaves it to the next', async () => {
  const before = await debt()
  const [lineId = ''] = await world.record(bank, [settlement(1_000_00n)])
  expect(await debt()).toBe(before)
  expect(await settleFromVendors(worker, bank.id, clock.now())).toBe(1)
  expect(await settleFromVendors(worker, bank.id, clock.now())).toBe(0)
  expect(await debt()).toBe(before - 1_000_00n)
  expect(await world.allocationsOf(lineId)).toEqual([])
})

test('a payment that the vendor sent back is owed no more, and later payments do not wait for it', async () => {
  const before = await debt()
  const { line, buy } = await pay(kora, 4_000)
  expect(await debt()).toBe(before + 3_960_00n)
  await world.record(kora, [
    {
      ...line,
      externalId: newId(),
      direction: 'debit',
      kind: 'reversal',
      grossMinor: line.settledMinor,
      payer: {},
      sessionId: undefined,
      undoesExternalId: line.externalId,
      paidTo: undefined,
    } as unknown as BankLine,
  ])
  expect(await debt()).toBe(before)
  expect(await world.statusOf(buy)).toBe('recalled')
  expect(await findings()).toEqual([])
})

test('a vendor that settles less than it owes is named by reconciliation, until two operators write the rest off', async () => {
  const owed = await debt()
  const looks = async () => {
    await reconciler.look()
    const { rows } = await owner.query<{ state: string; difference: string }>(
      `select state, difference_minor::text as difference from reconciliation_scope where scope_kind = 'vendor_debt' and scope = 'kora'`,
    )
    return rows[0]
  }
  expect(await looks()).toEqual({ state: 'agrees', difference: '0' })
  await settle(settlement(owed - 500_00n))
  expect(await looks()).toEqual({ state: 'agrees', difference: '0' })
  clock.advance(8 * DAY_MS)
  expect(await looks()).toEqual({ state: 'differs', difference: '-50000' })
  clock.advance(20_000)
  expect(await looks()).toEqual({ state: 'confirmed', difference: '-50000' })
  const open = async () => {
    const { rows } = await owner.query<{ summary: string }>(
      `select summary from case_file where kind = 'reconciliation_differs' and state <> 'resolved' and facts ->> 'kind' = 'vendor_debt'`,
    )
    return rows.map(({ summary }) => summary)
  }
  expect(await open()).toEqual([
    expect.stringMatching(/^kora in test mode: it should have settled ₦.*, but settled ₦/),
  ])
  expect(
    (await run('bisi', 'vendor write-off kora --mode test --amount 501 --as fee', '--reason', 'x')).text,
  ).toMatch(/owes only/)
  await decide('vendor write-off kora --mode test --amount 500 --as fee')
  expect(await debt()).toBe(0n)
  expect(await looks()).toEqual({ state: 'agrees', difference: '0' })
  expect(await open()).toEqual([])
  expect(await findings()).toEqual([])
})

test('a settlement whose sender the bank hides is booked by two operators, once, and only whole', async () => {
  await pay(kora, 2_000)
  const owed = await debt()
  const lineId = await settle(settlement(owed, {}))
  expect(await debt()).toBe(owed)
  const text = await decide(`vendor settled kora ${formatId('credit', lineId)}`)
  expect(text).toContain('as a settlement of kora')
  expect(await debt()).toBe(0n)
  const again = await run('bisi', `vendor settled kora ${formatId('credit', lineId)}`, '--reason', 'x')
  expect(again.text).toMatch(/part of the credit is used/)
  expect(await findings()).toEqual([])
})

test('a vendor that pays more than it owes is named too, and a recalled settlement asks operators', async () => {
  const line = settlement(700_00n)
  await settle(line)
  await reconciler.look()
  const { rows } = await owner.query(
    `select difference_minor::text as difference from reconciliation_scope where scope_kind = 'vendor_debt' and scope = 'kora'`,
  )
  expect(rows).toEqual([{ difference: '70000' }])
  const undone = {
    ...line,
    externalId: newId(),
    direction: 'debit',
    kind: 'reversal',
    payer: {},
    sessionId: undefined,
  }
  await world.record(bank, [{ ...undone, undoesExternalId: line.externalId } as unknown as BankLine])
  const cases = await owner.query(
    `select kind from case_file where vendor_account_id = $1 and state <> 'resolved'`,
    [bank.id],
  )
  expect(cases.rows).toEqual([{ kind: 'recall' }])
})

test('operators see what each vendor owes', async () => {
  const { text } = await run('bisi', 'vendors --mode test')
  expect(text).toMatch(/kora +next working day +-₦700\.00 +₦30,000\.00 +0987654321 at 000013/)
  expect(text).toMatch(/quick +at once +₦0\.00 +no limit +not said/)
  expect((await run('bisi', 'vendor terms moon --mode test --cap 1', '--reason', 'x')).text).toContain(
    'No vendor called',
  )
})
