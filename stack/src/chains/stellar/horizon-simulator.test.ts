import { join } from 'node:path'
import {
  Asset,
  BASE_FEE,
  Horizon,
  Keypair,
  Networks,
  Operation,
  TransactionBuilder,
} from '@stellar/stellar-sdk'
import { afterAll, expect, test } from 'vitest'
import { askJson } from '../../http/ask-json.ts'
import { createTemporaryRun } from '../../processes/temporary-run.ts'
import { startHorizon } from './horizon-simulator.ts'

const run = await createTemporaryRun()
const directory = join(run.directory, 'horizon')
const horizon = await startHorizon({ directory, ledgerMs: 100, onSpawn: run.onSpawn })

afterAll(async () => {
  await horizon.stop()
  run.remove()
})

test("Stellar's own library pays, and reads back what it paid", async () => {
  const [from, to] = [Keypair.random(), Keypair.random()]
  for (const key of [from, to])
    await askJson(`${horizon.url}/admin/accounts`, {}, { id: key.publicKey(), xlm: '100' })
  const server = new Horizon.Server(horizon.url, { allowHttp: true })
  const account = await server.loadAccount(from.publicKey())
  const transaction = new TransactionBuilder(account, {
    fee: BASE_FEE,
    networkPassphrase: Networks.TESTNET,
  })
    .addOperation(Operation.payment({ destination: to.publicKey(), asset: Asset.native(), amount: '12.5' }))
    .setTimeout(60)
    .build()
  transaction.sign(from)
  expect(await server.submitTransaction(transaction)).toMatchObject({ successful: true })
  const { records } = await server.payments().forAccount(to.publicKey()).order('desc').limit(1).call()
  expect(records[0]).toMatchObject({ type: 'payment', from: from.publicKey(), amount: '12.5000000' })
  expect(await server.ledgers().order('desc').limit(1).call()).toMatchObject({
    records: [{ sequence: expect.any(Number) as number }],
  })
})
