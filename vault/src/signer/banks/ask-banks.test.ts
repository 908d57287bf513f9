import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { openBankDesk } from '@afara/stack/simulators/bank-desk.ts'
import { type BankSimulator, startBankSimulator } from '@afara/stack/simulators/bank-simulator.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBanks } from './ask-banks.ts'

const vendors = [
  ['paystack', '0000000001', { secret_key: 'sk_test_simulated_1' }],
  ['kora', '0000000002', { secret_key: 'sk_test_kora_1' }],
  [
    'providus',
    '0000000003',
    { secret_key: 'simulated_providus_secret_1', client_id: 'c2ltdWxhdGVkX2NsaWVudA==' },
  ],
  ['monnify', '0000000004', { secret_key: 'simulated_monnify_secret_1', api_key: 'MK_TEST_SIMULATED' }],
] as const

const PAID = '120000.50'

let run: Awaited<ReturnType<typeof createTemporaryRun>>
let bank: BankSimulator
const names = new Map<string, string>()

beforeAll(async () => {
  run = await createTemporaryRun()
  bank = await startBankSimulator({
    ...run,
    accounts: vendors.map(([vendor, number]) => ({ vendor, number })),
  })
  const desk = openBankDesk(bank.adminUrl)
  await desk.pay(vendors.map(([, account]) => ({ account, amount: PAID, faults: [] })))
  for (const { vendor, reference, direction } of await desk.truth())
    if (direction === 'credit') names.set(vendor, reference)
})

afterAll(async () => {
  await bank.stop()
  run.remove()
})

const accessAt = (url: string, isPool = false) =>
  vendors.map(([vendor, number, secrets]) => ({
    mode: 'test',
    account: `test-bank:${number}`,
    vendor,
    base_url: `${url}/${vendor}`,
    ...secrets,
    ...(isPool && { is_pool: true }),
  }))

const creditOf = (vendor: string, number: string, name = names.get(vendor)) => ({
  account: `test-bank:${number}`,
  names: ['statement:7', `${vendor}:${name}`],
  session_id: null,
  amount_minor: '100',
  gross_minor: '12000050',
})

test.each(vendors)('%s confirms only the payment that it has', async (vendor, number) => {
  const ask = readBanks(JSON.stringify({ accounts: accessAt(bank.url) }))
  const credit = creditOf(vendor, number)
  expect(await ask('test', credit)).toEqual({ says: 'yes' })
  expect(await ask('test', { ...credit, gross_minor: '12000051' })).toMatchObject({ says: 'no' })
  expect(await ask('test', creditOf(vendor, number, 'invented-1'))).toMatchObject({
    says: 'no',
    why: `${vendor} knows no payment invented-1`,
  })
  expect(await ask('live', credit)).toMatchObject({ says: 'no' })
  expect(await ask('test', { ...credit, names: ['statement:7'] })).toMatchObject({ says: 'no' })
})

test.each(vendors)(
  'a payment at %s counts only on the account that it was paid to',
  async (vendor, number) => {
    // Another of our accounts at the vendor, on which payments to numbers arrive.
    const accounts = accessAt(bank.url)
    const other = accounts.flatMap((one) =>
      one.vendor === vendor ? [{ ...one, account: 'test-bank:0000000009', is_pool: true }] : [],
    )
    const ask = readBanks(JSON.stringify({ accounts: [...accounts, ...other] }))
    expect(await ask('test', creditOf(vendor, number))).toEqual({ says: 'yes' })
    expect(await ask('test', creditOf(vendor, '0000000009'))).toMatchObject({
      says: 'no',
      why: expect.stringContaining('another account'),
    })
  },
)

test.each(vendors)(
  '%s says nothing while it cannot be reached or refuses our key',
  async (vendor, number) => {
    const silent = readBanks(JSON.stringify({ accounts: accessAt('http://127.0.0.1:9') }))
    expect(await silent('test', creditOf(vendor, number))).toMatchObject({ says: 'nothing' })
    const wrong = accessAt(bank.url).map((one) => ({ ...one, secret_key: 'another' }))
    const refused = readBanks(JSON.stringify({ accounts: wrong }))
    expect(await refused('test', creditOf(vendor, number))).toMatchObject({ says: 'nothing' })
  },
)

test('a file with a missing or misspelt setting stops the signer', () => {
  const [first] = accessAt('http://bank')
  for (const change of [
    { vendor: 'gtbank' },
    { secret_key: undefined },
    { url: 'x' },
    { account: '1' },
    { mode: 'live' },
  ])
    expect(() => readBanks(JSON.stringify({ accounts: [{ ...first, ...change }] }))).toThrow(
      /account 1 of the banks/,
    )
})
