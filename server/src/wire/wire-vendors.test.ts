import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wireNames, wireRememberedNames } from './wire-vendors.ts'

// A payer whose bank returns a wrong name on the first enquiry.
let asked = 0
const payer = createServer((request, response) => {
  request.resume()
  asked += 1
  const answer = { outcome: 'found', account_name: asked === 1 ? 'SOMEBODY ELSE' : 'ADA OBI' }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
})
const query = { bankCode: '000013', accountNumber: '0123456789', mode: 'test' } as const

beforeAll(async () => new Promise<void>((resolve) => payer.listen(0, '127.0.0.1', resolve)))
afterAll(() => payer.close())

test('a sell that is checked again gets the current name from the bank; a mere enquiry gets the cached answer', async () => {
  const config = { url: `http://127.0.0.1:${(payer.address() as AddressInfo).port}`, token: 'a-token' }
  const [names, remembered] = [wireNames(config), wireRememberedNames(config)]
  const answers = [await names.ask(query), await names.ask(query)]
  expect(answers).toMatchObject([{ accountName: 'SOMEBODY ELSE' }, { accountName: 'ADA OBI' }])
  await remembered.ask(query)
  await remembered.ask(query)
  expect(asked).toBe(3)
})
