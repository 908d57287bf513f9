import { expect, inject, test } from 'vitest'
import { settleFirstSell, settleWalletSell } from '../src/journeys/first-sell.ts'

type Paid = Readonly<{ number: string; session_id: string; arrived_kobo: string; status: string }>

const stack = inject('devStack')

async function listPaid(): Promise<Paid[]> {
  const told = await (await fetch(`${stack.bankUrl}/admin/truth/payouts`)).text()
  return told
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Paid)
}

test('a sell from the balance and one from a wallet are paid out once each, in the sessions that their timelines name', async () => {
  const before = await listPaid()
  const fromBalance = await settleFirstSell(stack.apiUrl, stack.facts)
  const fromWallet = await settleWalletSell(stack, stack.facts)
  const paid = (await listPaid()).slice(before.length)
  expect(paid.map(({ session_id }) => session_id)).toEqual([fromBalance.sessionId, fromWallet.sessionId])
  expect(paid.map(({ number, arrived_kobo, status }) => `${number} ${arrived_kobo} ${status}`)).toEqual([
    '0123456789 150000 success',
    '0123456789 150000 success',
  ])
})
