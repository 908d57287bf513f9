import {
  Account,
  Asset,
  BASE_FEE,
  type FeeBumpTransaction,
  Keypair,
  Memo,
  Networks,
  Operation,
  type Transaction,
  TransactionBuilder,
} from '@stellar/stellar-sdk/base'
import { createHorizonSimulator } from '../src/horizon/horizon-simulator.ts'

type Order = Readonly<{
  source: Keypair
  sequence: bigint
  operations: readonly ReturnType<typeof Operation.payment>[]
  memo?: Memo
  maxTime?: number
  fee?: string
  signers?: readonly Keypair[]
}>

/** A Horizon whose ledgers close on request, with an issuer, a hot wallet with 1,000 NGNC, a channel and a customer. */
export async function createHorizonUnderTest() {
  const app = createHorizonSimulator({
    passphrase: Networks.TESTNET,
    ledgerEveryMs: 0,
    answerWithinMs: 5_000,
  })
  const [issuer, hot, channel, customer] = [1, 2, 3, 4].map((byte) =>
    Keypair.fromRawEd25519Seed(Buffer.alloc(32, byte)),
  ) as [Keypair, Keypair, Keypair, Keypair]
  const asset = new Asset('NGNC', issuer.publicKey())

  const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
    app.inject({ method, url, ...(payload && { payload }) })
  const close = async () => ask('POST', '/admin/ledgers', {})
  const submit = async (signed: Transaction | FeeBumpTransaction, path = '/transactions') =>
    app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ tx: signed.toXdr() }).toString(),
    })

  for (const key of [issuer, hot, channel, customer])
    await ask('POST', '/admin/accounts', { id: key.publicKey(), sequence: '100', xlm: '1000' })
  for (const [key, balance] of [
    [hot, '1000'],
    [customer, '0'],
  ] as const)
    await ask('POST', '/admin/trustlines', { account: key.publicKey(), asset: asset.toString(), balance })

  return {
    app,
    issuer,
    hot,
    channel,
    customer,
    asset,
    ask,
    close,
    submit,
    /** Submits a transaction, closes a ledger, and returns the answer. */
    land: async (signed: Transaction | FeeBumpTransaction) => {
      const answer = submit(signed)
      // The submission must arrive before the ledger closes.
      await new Promise((resolve) => setTimeout(resolve, 30))
      await close()
      return answer
    },
    sign: ({ source, sequence, operations, memo, maxTime, fee, signers }: Order): Transaction => {
      const builder = new TransactionBuilder(new Account(source.publicKey(), `${sequence - 1n}`), {
        fee: fee ?? BASE_FEE,
        networkPassphrase: Networks.TESTNET,
        timebounds: { minTime: 0, maxTime: maxTime ?? 0 },
        memo: memo ?? Memo.none(),
      })
      for (const operation of operations) builder.addOperation(operation)
      const transaction = builder.build()
      transaction.sign(...(signers ?? [source]))
      return transaction
    },
    pay: (destination: string, amount: string, source?: string) =>
      Operation.payment({ destination, asset, amount, ...(source && { source }) }),
    balanceOf: async (key: Keypair) => {
      const { balances } = (await ask('GET', `/accounts/${key.publicKey()}`)).json() as {
        balances: { balance: string; asset_code?: string }[]
      }
      return balances.find(({ asset_code }) => asset_code === 'NGNC')?.balance
    },
  }
}
