import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DevStack, raiseDevStack } from '../src/dev/dev-stack.ts'
import { settleFirstSell, settleWalletSell } from '../src/journeys/first-sell.ts'

type Paid = Readonly<{ number: string; session_id: string; arrived_kobo: string; status: string }>

let stack: DevStack
beforeAll(async () => {
  stack = await raiseDevStack()
})
afterAll(async () => stack?.stop())

test('a sell from the balance and one from a wallet are paid out once each, in the sessions that their timelines name', async () => {
  const fromBalance = await settleFirstSell(stack.apiUrl, stack.facts)
  const fromWallet = await settleWalletSell(stack, stack.facts)
  const told = await (await fetch(`${stack.bankUrl}/admin/truth/payouts`)).text()
  const paid = told
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Paid)
  expect(paid.map(({ session_id }) => session_id)).toEqual([fromBalance.sessionId, fromWallet.sessionId])
  expect(paid.map(({ number, arrived_kobo, status }) => `${number} ${arrived_kobo} ${status}`)).toEqual([
    '0123456789 150000 success',
    '0123456789 150000 success',
  ])
})
