import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type BankUnderTest,
  createBankUnderTest,
  MONNIFY,
  OTHER,
  PAYSTACK,
  PROVIDUS,
} from '../../../test/bank-under-test.ts'

let bank: BankUnderTest
beforeEach(async () => {
  bank = await createBankUnderTest()
  await bank.listenTo('monnify', 'providus', 'paystack')
})
afterEach(async () => bank.close())

const ada = { account_number: '0123456789', name: 'OKAFOR ADA', bank: 'GTB' }
const payWith = async (fault: string, account = PROVIDUS) => {
  const lines = await bank.pay({ account, amount: '15000', payer: ada, remark: 'AFR-7K2', faults: [fault] })
  await bank.idle()
  return lines
}
/** The payer as Providus shows it, in the notification and in a requery. */
const tellsOf = async (fault: string) => {
  const [line] = await payWith(fault)
  const asked = (await bank.providusStatus(line?.reference ?? '')).json()
  return [bank.bodies().at(-1), asked].map(({ sourceAccountNumber, sourceAccountName, sessionId }) => ({
    sourceAccountNumber,
    sourceAccountName,
    sessionId,
  }))
}
const sender = (reference: string | undefined) =>
  bank
    .bodies()
    .map(({ data }) => data)
    .find((data) => data?.reference === reference)?.authorization.sender_bank_account_number

test('payer_full: even Paystack, and Monnify in a requery, show all ten digits', async () => {
  const [charge] = await payWith('payer_full', PAYSTACK)
  expect(sender(charge?.reference)).toBe('0123456789')
  const [line] = await payWith('payer_full', MONNIFY)
  const { accountDetails } = (await bank.monnifyStatus(line?.reference ?? '')).json().responseBody
  expect(accountDetails.accountNumber).toBe('0123456789')
})

test('payer_masked: even Providus shows only four digits', async () => {
  const masked = { sourceAccountNumber: '******6789', sourceAccountName: 'OKAFOR ADA' }
  expect(await tellsOf('payer_masked')).toMatchObject([masked, masked])
})

test('payer_blank: no payer is shown', async () => {
  const blank = { sourceAccountNumber: '', sourceAccountName: '' }
  expect(await tellsOf('payer_blank')).toMatchObject([blank, blank])
})

test('payer_null: the payer is called null, as in a published sample of Providus', async () => {
  const nobody = { sourceAccountNumber: ' ', sourceAccountName: 'null' }
  expect(await tellsOf('payer_null')).toMatchObject([nobody, nobody])
  expect(bank.bodies().at(-1).tranRemarks).toContain('/null/')
})

test('the truth names the payer whatever was shown', async () => {
  for (const fault of ['payer_masked', 'payer_blank', 'payer_null']) await payWith(fault)
  for (const { payer } of await bank.truth()) expect(payer).toMatchObject({ account_number: '0123456789' })
})

test('session_missing: no session id anywhere', async () => {
  expect(await tellsOf('session_missing')).toMatchObject([{ sessionId: '' }, { sessionId: '' }])
})

test('session_repeated: two payments under one session id', async () => {
  const [first] = await bank.pay({ account: PROVIDUS, amount: '1' })
  expect(await tellsOf('session_repeated')).toMatchObject([
    { sessionId: first?.session_id },
    { sessionId: first?.session_id },
  ])
  const [one, two] = await bank.truth()
  expect(one?.session_id).not.toBe(two?.session_id)
})

test('session_odd: the session id has letters and is not thirty characters long', async () => {
  const [{ sessionId } = { sessionId: '' }] = await tellsOf('session_odd')
  expect(sessionId).toMatch(/^09FG\d{15}XTTG[A-Z]$/)
})

test('a session id carries the sender’s bank and the time, in UTC if the sender is a wallet', async () => {
  const lines = await bank.pay(
    { account: PROVIDUS, amount: '1', payer: { bank: 'GTB' } },
    { account: PROVIDUS, amount: '1', payer: { bank: 'PalmPay' } },
  )
  expect(lines.map(({ session_id }) => session_id.slice(0, 18))).toEqual([
    '000013261112100000',
    '100033261112090000',
  ])
})

test('twin_payment: two real payments that differ only in their ids', async () => {
  const [one, two] = await payWith('twin_payment')
  expect(two).toMatchObject({
    gross_kobo: one?.gross_kobo,
    payer: one?.['payer'],
    booked_at: one?.['booked_at'],
  })
  expect(one?.session_id).not.toBe(two?.session_id)
  expect(bank.received).toHaveLength(2)
})

test('value_date_later: the value date of a payment on Friday is Monday', async () => {
  await bank.wait(86_400)
  const [line] = await payWith('value_date_later')
  expect(line).toMatchObject({ booked_at: '2026-11-13T09:00:00.000Z', value_date: '2026-11-16' })
})

test('settled_less: the payer paid more than was booked', async () => {
  const [line] = await payWith('settled_less')
  expect(line).toMatchObject({
    gross_kobo: '1500000',
    fee_kobo: '4500',
    vat_kobo: '337',
    settled_kobo: '1495163',
    balance_after_kobo: '1495163',
  })
  expect(bank.bodies().at(-1)).toMatchObject({
    transactionAmount: '15000',
    settledAmount: '14951.63',
    feeAmount: '45',
    vatAmount: '3.37',
  })
})

const remarks = () => bank.bodies().at(-1).tranRemarks as string

test('narration_other_bank: the narration has another bank’s format', async () => {
  await payWith('narration_other_bank')
  expect(remarks()).toMatch(/^(NIP|CIP|TRANSFER BETWEEN|USSD|BANKNIP)/)
})

test('narration_blank: the narration is empty', async () => {
  await payWith('narration_blank')
  expect(remarks()).toBe('')
})

test('narration_coded: codes and no name', async () => {
  await payWith('narration_coded')
  expect(remarks()).toMatch(/^\d{10}\/10000226 - AFRC - /)
})

test('narration_hostile: a formula, markup and a line break arrive unchanged', async () => {
  await payWith('narration_hostile')
  expect(remarks()).toMatch(/^=HYPERLINK.*<script>/)
  expect(remarks()).toContain('\n')
})

test('narration_told: Monnify shows the payer’s text, which it otherwise does not', async () => {
  await payWith('narration_told', MONNIFY)
  await bank.pay({ account: MONNIFY, amount: '1', remark: 'AFR-7K2' })
  await bank.idle()
  expect(bank.bodies().map(({ eventData }) => eventData.paymentDescription)).toEqual([
    'AFR-7K2',
    `Afara Collections ${MONNIFY}`,
  ])
})

test('underpaid: 500 naira short', async () => {
  expect(await payWith('underpaid')).toMatchObject([
    { gross_kobo: '1450000', asked: { gross_kobo: '1500000' } },
  ])
})

test('overpaid: 500 naira too much', async () => {
  expect(await payWith('overpaid')).toMatchObject([
    { gross_kobo: '1550000', asked: { gross_kobo: '1500000' } },
  ])
})

test('split: two transfers that add up', async () => {
  expect(await payWith('split')).toMatchObject([{ gross_kobo: '900000' }, { gross_kobo: '600000' }])
})

test('third_party: somebody else paid', async () => {
  const [line] = await payWith('third_party')
  expect(line).toMatchObject({ asked: { payer_account_number: '0123456789' } })
  expect(line?.['payer']).not.toMatchObject({ account_number: '0123456789' })
})

test('wrong_account: the payment lands on another account of the same vendor', async () => {
  expect(await payWith('wrong_account', MONNIFY)).toMatchObject([
    { account: OTHER, asked: { account: MONNIFY } },
  ])
})

test('retired_account: the account is closed, but payments still arrive', async () => {
  expect(await payWith('retired_account')).toMatchObject([{ account: PROVIDUS, stands: true }])
  const { accounts } = (await bank.admin('GET', '/accounts')).body
  expect(accounts).toContainEqual(expect.objectContaining({ number: PROVIDUS, status: 'retired' }))
})

test('at_midnight: booked in the last millisecond of the day', async () => {
  expect(await payWith('at_midnight')).toEqual([])
  await bank.wait(15 * 3600)
  expect(await bank.truth()).toMatchObject([
    { booked_at: '2026-11-12T22:59:59.999Z', value_date: '2026-11-12' },
  ])
})

test('requery_late: notified and listed, but not found for thirty seconds', async () => {
  const [line] = await payWith('requery_late', MONNIFY)
  expect((await bank.monnifyStatus(line?.reference ?? '')).status).toBe(404)
  expect((await bank.monnifyList(MONNIFY)).json().responseBody.totalElements).toBe(1)
  await bank.wait(30)
  expect((await bank.monnifyStatus(line?.reference ?? '')).status).toBe(200)
})

test('feed_row_in_past: the row appears an hour later, behind one that was already read', async () => {
  const [late] = await payWith('feed_row_in_past', MONNIFY)
  await bank.wait(1)
  const [seen] = await bank.pay({ account: MONNIFY, amount: '1' })
  const list = async () =>
    (await bank.monnifyList(MONNIFY))
      .json()
      .responseBody.content.map((row: { transactionReference: string }) => row.transactionReference)
  expect(await list()).toEqual([seen?.reference])
  await bank.wait(3600)
  expect(await list()).toEqual([seen?.reference, late?.reference])
})

test('booked_before: the bank shows a payment half an hour after it was booked', async () => {
  await payWith('booked_before')
  expect((await bank.truth()).map(({ booked_at }) => booked_at)).toEqual(['2026-11-12T08:29:00.000Z'])
})
