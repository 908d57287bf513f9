import { randomBytes } from 'node:crypto'
import { Account, Asset, Keypair, Operation, TransactionBuilder } from '@stellar/stellar-sdk/base'
import { writeAmount } from '../chains/stellar/horizon-values.ts'
import { askSimulator, type SimulatedNetwork } from './ask-simulator.ts'

export type SimulatedStellarSettings = Readonly<{ url: string; asset: string; passphrase: string }>

const UNITS_PER_MINOR = 100_000n
const PAYMENT_FEE_STROOPS = '10000'
const FIRST_SEQUENCE = '1'

/** A simulated Horizon whose ledger accepts new accounts without a signature. */
export function createSimulatedStellar({
  url,
  asset,
  passphrase,
}: SimulatedStellarSettings): SimulatedNetwork {
  const put = async (what: 'accounts' | 'trustlines', body: object) =>
    askSimulator(`${url}/admin/${what}`, { body })
  const [code = '', issuer = ''] = asset.split(':')
  return {
    openWallet: async (seed) => {
      const id = Keypair.fromRawEd25519Seed(seed).publicKey()
      await put('accounts', { id, xlm: '10' })
      await put('trustlines', { account: id, asset })
      return id
    },
    // The payer is a new account that has exactly this amount.
    sendTokens: async (to, minor) => {
      const payer = Keypair.fromRawEd25519Seed(randomBytes(32))
      const amount = writeAmount(minor * UNITS_PER_MINOR)
      await put('accounts', { id: payer.publicKey(), xlm: '10', sequence: FIRST_SEQUENCE })
      await put('trustlines', { account: payer.publicKey(), asset, balance: amount })
      const transaction = new TransactionBuilder(new Account(payer.publicKey(), FIRST_SEQUENCE), {
        fee: PAYMENT_FEE_STROOPS,
        networkPassphrase: passphrase,
        timebounds: { minTime: 0, maxTime: 0 },
      })
        .addOperation(Operation.payment({ destination: to, asset: new Asset(code, issuer), amount }))
        .build()
      transaction.sign(payer)
      await askSimulator(`${url}/transactions_async`, { form: { tx: transaction.toXdr() } })
    },
  }
}

/** Opens an account that has lumens but no trustline. */
export async function openUntrustingAccount(url: string): Promise<string> {
  const id = Keypair.fromRawEd25519Seed(randomBytes(32)).publicKey()
  await askSimulator(`${url}/admin/accounts`, { body: { id, xlm: '10' } })
  return id
}
