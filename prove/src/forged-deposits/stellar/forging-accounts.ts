import { Account, Asset, Keypair, type Memo, TransactionBuilder, type xdr } from '@stellar/stellar-sdk'
import { askHorizon, submit } from '../../chains/stellar/ask-horizon.ts'

export type Part = xdr.Operation

/** Options of a transaction, besides its operations. */
export type More = Readonly<{
  memo?: Memo
  timebounds?: Readonly<{ minTime: number; maxTime: number }>
  /** Added to the correct sequence number. */
  skips?: bigint
  /** Signs instead of the account's owner. Null means no signature. */
  signer?: Keypair | null
  passphrase?: string
  /** Another account pays the fee, in a fee-bump envelope. */
  isBumped?: true
}>

/** Customers with their own account and plenty of every asset. Each sends one transaction. */
export type ForgingAccounts = Readonly<{
  /** Opens a new account for every transaction, because the network accepts one at a time per account. */
  newCustomer(): Promise<Keypair>
  /** Opens an account that can hold these assets. */
  open(id: string, assets: readonly Asset[]): Promise<void>
  send(customer: Keypair, parts: readonly Part[], more?: More): Promise<void>
}>

const FEE = '1000000'
const PLENTY = '900000000'
const FOR_EVER = { minTime: 0, maxTime: 0 }

export function openForgingAccounts(
  url: string,
  passphrase: string,
  assets: readonly Asset[],
): ForgingAccounts {
  const open = async (id: string, held: readonly Asset[], balance?: string): Promise<void> => {
    await askHorizon(url, 'POST', '/admin/accounts', { id, xlm: '100000' })
    for (const asset of held)
      await askHorizon(url, 'POST', '/admin/trustlines', {
        account: id,
        asset: asset.toString(),
        ...(balance !== undefined && { balance }),
      })
  }
  return {
    newCustomer: async () => {
      const key = Keypair.random()
      await open(key.publicKey(), assets, PLENTY)
      return key
    },
    open: async (id, held) => open(id, held),
    send: async (customer, parts, more = {}) => {
      const id = customer.publicKey()
      const own = await askHorizon<{ sequence: string }>(url, 'GET', `/accounts/${id}`)
      const sequence = BigInt(own?.sequence ?? '0') + (more.skips ?? 0n)
      const network = more.passphrase ?? passphrase
      const builder = new TransactionBuilder(new Account(id, sequence.toString()), {
        fee: FEE,
        networkPassphrase: network,
        timebounds: more.timebounds ?? FOR_EVER,
        ...(more.memo && { memo: more.memo }),
      })
      for (const part of parts) builder.addOperation(part)
      const transaction = builder.build()
      if (more.signer !== null) transaction.sign(more.signer ?? customer)
      if (more.isBumped !== true) return submit(url, transaction.toXDR())
      const payer = Keypair.random()
      await open(payer.publicKey(), [])
      const bump = TransactionBuilder.buildFeeBumpTransaction(payer, FEE, transaction, network)
      bump.sign(payer)
      return submit(url, bump.toXDR())
    },
  }
}
