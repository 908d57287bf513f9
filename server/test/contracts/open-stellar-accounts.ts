import { Account, type Asset, type Keypair, Operation, TransactionBuilder } from '@stellar/stellar-sdk/base'
import type { StellarGround } from './stellar-ground.ts'

export type StellarOperation = Parameters<TransactionBuilder['addOperation']>[0]
export type StellarMemo = Parameters<TransactionBuilder['addMemo']>[0]

type Plan = Readonly<{
  root: Keypair
  issuer: Keypair
  asset: Asset
  /** Accounts with lumens only. */
  bare: readonly Keypair[]
  /** Accounts with a trustline, and with tokens if given. */
  trusting: ReadonlyArray<Readonly<{ key: Keypair; tokens?: string }>>
}>

const EACH = '50'
// A transaction has at most twenty signatures, and one is the payer's.
const TOGETHER = 19

/** Opens accounts by normal transactions, so that this works on any network. */
export async function openStellarAccounts(ground: StellarGround, plan: Plan): Promise<void> {
  const { root, issuer, asset, bare, trusting } = plan
  await ground.fund(root.publicKey())
  const all = [issuer, ...bare, ...trusting.map(({ key }) => key)]
  const land = async (operations: readonly StellarOperation[], signers: readonly Keypair[]) => {
    const sequence = (await ground.sequenceOf(root.publicKey())) + 1n
    await ground.submit(signTransaction(ground, { source: root, sequence, operations, signers }).envelope)
    while ((await ground.sequenceOf(root.publicKey())) < sequence) await ground.close(1)
  }
  await land(
    all.map((key) => Operation.createAccount({ destination: key.publicKey(), startingBalance: EACH })),
    [],
  )
  for (let first = 0; first < trusting.length; first += TOGETHER) {
    const keys = trusting.slice(first, first + TOGETHER).map(({ key }) => key)
    await land(
      keys.map((key) => Operation.changeTrust({ asset, source: key.publicKey() })),
      keys,
    )
  }
  const gifts = trusting.flatMap(({ key, tokens }) =>
    tokens === undefined
      ? []
      : [
          Operation.payment({
            source: issuer.publicKey(),
            destination: key.publicKey(),
            asset,
            amount: tokens,
          }),
        ],
  )
  await land(gifts, [issuer])
}

export function signTransaction(
  { passphrase }: Pick<StellarGround, 'passphrase'>,
  transaction: Readonly<{
    source: Keypair
    sequence: bigint
    operations: readonly StellarOperation[]
    signers?: readonly Keypair[]
    memo?: StellarMemo | undefined
  }>,
): Readonly<{ envelope: string; hash: string }> {
  const { source, sequence, operations, signers = [], memo } = transaction
  const builder = new TransactionBuilder(new Account(source.publicKey(), (sequence - 1n).toString()), {
    fee: '1000',
    networkPassphrase: passphrase,
    timebounds: { minTime: 0, maxTime: 0 },
    ...(memo === undefined ? {} : { memo }),
  })
  for (const operation of operations) builder.addOperation(operation)
  const built = builder.build()
  built.sign(source, ...signers)
  return { envelope: built.toXdr(), hash: Buffer.from(built.hash()).toString('hex') }
}
