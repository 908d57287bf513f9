import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { openBankDesk } from '@afara/stack/simulators/bank-desk.ts'
import { type BankSimulator, startBankSimulator } from '@afara/stack/simulators/bank-simulator.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { money } from '../../src/kernel/money/money.ts'
import { clearBuy } from '../../src/records/transactions/clearing/clearing-store.ts'
import { findTransaction } from '../../src/records/transactions/transaction-store.ts'
import { asking, createVaultWorld, type OpenedTransfer } from '../vault-world.ts'

const WALLET = `0x${'ab'.repeat(20)}`
/** ₦50,000 per transfer and ₦120,000 per hour count without a question. */
const LIMITS = { ask_above_minor: '5000000', ask_above_hour_minor: '12000000' }

let world: Awaited<ReturnType<typeof createVaultWorld>>
let run: Awaited<ReturnType<typeof createTemporaryRun>>
let bank: BankSimulator

beforeAll(async () => {
  world = await createVaultWorld()
  run = await createTemporaryRun()
  bank = await startBankSimulator({ ...run, accounts: [{ vendor: 'monnify', number: world.account.number }] })
})

afterAll(async () => {
  await bank.stop()
  await world.stop()
  run.remove()
})

/** Pays at the bank, and returns the name that the bank gave to the payment. */
async function payAtBank(naira: number): Promise<string> {
  const desk = openBankDesk(bank.adminUrl)
  const [id] = await desk.pay([{ account: world.account.number, amount: String(naira), faults: [] }])
  return (await desk.truth()).find((line) => line.id === id)?.reference ?? ''
}

/** Has the worker record a credit under this name, match a buy to it and open its transfer. */
async function deliver(naira: number, name: string): Promise<OpenedTransfer> {
  const { business, account, worker, clock } = world
  const id = await world.claim(business, account, naira, {
    fee: money('NGN', 100n),
    wallet: { network: 'Polygon', address: WALLET },
  })
  const line = world.paymentOf(account, BigInt(naira) * 100n, account.payer)
  await world.record(account, [{ ...line, externalId: name }])
  await world.match(account)
  const buy = await findTransaction(worker, id)
  if (buy === undefined) throw new Error('there is no such buy')
  await clearBuy(worker, buy, { list: undefined, subjects: [], hits: [] }, clock.now())
  const [opened] = await world.openDue()
  if (opened?.transactionId !== id) throw new Error('the buy was not opened')
  return opened
}

const start = async (name: string) =>
  world.start(name, LIMITS, undefined, {
    accounts: [
      {
        mode: 'test',
        account: `test-bank:${world.account.number}`,
        vendor: 'monnify',
        base_url: `${bank.url}/monnify`,
        api_key: 'MK_TEST_SIMULATED',
        secret_key: 'simulated_monnify_secret_1',
      },
    ],
  })

test('an invented credit above the limit is refused and named, and an honest one is delivered', async () => {
  const signer = await start('asking')
  const honest = await deliver(60_000, await payAtBank(60_000))
  const invented = await deliver(61_000, 'MNFY|invented|1')
  const enlarged = await deliver(62_000, await payAtBank(100))
  const small = await deliver(1_000, 'MNFY|invented|2')
  const results = await signer.sign(asking(honest), asking(invented), asking(enlarged), asking(small))
  expect(results.map(({ code, outcome }) => code ?? outcome)).toEqual([
    'signed',
    'credit_unconfirmed',
    'credit_unconfirmed',
    'signed',
  ])
  expect(results[1]?.message).toContain('monnify knows no payment MNFY|invented|1')
  expect(results[2]?.message).toContain('is ₦100.00')
})

test('small credits are asked about once the hour is above its limit', async () => {
  const signer = await start('by-the-hour')
  const names = ['MNFY|small|1', 'MNFY|small|2', 'MNFY|small|3', await payAtBank(45_003)]
  const opened: OpenedTransfer[] = []
  for (const [place, name] of names.entries()) opened.push(await deliver(45_000 + place, name))
  const results = await signer.sign(...opened.map((one) => asking(one)))
  // Two invented credits fit below the limit of the hour. The third is found, and the honest one goes on.
  expect(results.map(({ code, outcome }) => code ?? outcome)).toEqual([
    'signed',
    'signed',
    'credit_unconfirmed',
    'signed',
  ])
})

test('while the bank is down the payment waits, and it is delivered when the bank answers', async () => {
  const signer = await start('waiting')
  const transfer = await deliver(70_000, await payAtBank(70_000))
  const port = Number(new URL(bank.url).port)
  await bank.kill()
  const [waiting] = await signer.sign(asking(transfer))
  expect(waiting).toMatchObject({ outcome: 'refused', code: 'bank_unavailable' })
  bank = await startBankSimulator({ ...run, port })
  await expect
    .poll(async () => (await signer.sign(asking(transfer)))[0]?.outcome, { timeout: 15_000, interval: 500 })
    .toBe('signed')
})

test('a policy that requires the question does not start without a bank to ask', async () => {
  await expect(world.start('without', LIMITS)).rejects.toThrow('set SIGNER_BANKS_FILE')
})
