import { createHash } from 'node:crypto'
import { Asset, Claimant, Keypair, Memo, Operation } from '@stellar/stellar-sdk'
import { muxed, unmuxed } from '../../chains/stellar/muxed.ts'
import { formatUnits } from '../../chains/stellar/open-purse.ts'
import type { Forgery } from '../forging-chain.ts'
import type { More, Part } from './forging-accounts.ts'
import { stellarLies } from './lies.ts'
import type { StellarForging } from './stellar-forging.ts'

const TOO_MUCH = '900000000000'
const OTHER_NETWORK = 'Public Global Stellar Network ; September 2015'

/** Lists each kind of forgery once. The address of a sell is an id of the shared account. */
export function stellarForgeries(s: StellarForging): readonly Forgery[] {
  const { accounts, asset, otherIssuer, unheld, otherCode, stranger, units } = s
  const native = Asset.native()
  const pay = (destination: string, of: Asset, amount: string): Part =>
    Operation.payment({ destination, asset: of, amount })
  const send = async (parts: readonly Part[], more?: More) =>
    accounts.send(await accounts.newCustomer(), parts, more)
  /** Makes a forgery of one operation, with the id of the sell in the memo. */
  const noted = (name: string, part: (to: string, amount: string) => Part, more: More = {}): Forgery => ({
    name,
    forge: async (at, minor) => {
      const { account, id = '' } = unmuxed(at)
      return send([part(account, formatUnits(units(minor)))], { memo: Memo.id(id), ...more })
    },
  })
  /** Makes a forgery of one operation, with the id in the address. */
  const named = (name: string, part: (to: string, amount: string) => Part, more: More = {}): Forgery => ({
    name,
    forge: async (at, minor) => send([part(at, formatUnits(units(minor)))], more),
  })
  const memoed = (name: string, memoOf: (id: string) => Memo | undefined): Forgery => ({
    name,
    forge: async (at, minor) => {
      const { account, id = '' } = unmuxed(at)
      const memo = memoOf(id)
      return send([pay(account, asset, formatUnits(units(minor)))], memo && { memo })
    },
  })
  const hashOf = (id: string): Buffer => {
    const bytes = Buffer.alloc(32)
    bytes.writeBigUInt64BE(BigInt(id), 24)
    return bytes
  }
  const other = (id: string) => (BigInt(id) ^ 1n).toString()
  return [
    {
      name: 'a payment by memo that is undone in the same transaction',
      forge: async (at, minor) => {
        const { account, id = '' } = unmuxed(at)
        const parts = [pay(account, asset, formatUnits(units(minor))), pay(account, asset, TOO_MUCH)]
        return send(parts, { memo: Memo.id(id) })
      },
    },
    {
      name: 'a payment by muxed address that is undone in the same transaction',
      forge: async (at, minor) =>
        send([pay(at, asset, formatUnits(units(minor))), pay(stranger, asset, TOO_MUCH)]),
    },
    noted('a payment of more than the sender has', (to) => pay(to, asset, TOO_MUCH)),
    noted('an asset of another issuer with the same code, by memo', (to, amount) =>
      pay(to, otherIssuer, amount),
    ),
    named('an asset of another issuer with the same code, by muxed address', (to, amount) =>
      pay(to, otherIssuer, amount),
    ),
    noted('an asset with the same code for which we have no trust line', (to, amount) =>
      pay(to, unheld, amount),
    ),
    noted('another asset of our issuer, by memo', (to, amount) => pay(to, otherCode, amount)),
    named('another asset of our issuer, by muxed address', (to, amount) => pay(to, otherCode, amount)),
    noted('lumens, by memo', (to) => pay(to, native, '500')),
    named('lumens, by muxed address', (to) => pay(to, native, '500')),
    memoed('a payment without a memo', () => undefined),
    memoed('our memo number as text', (id) => Memo.text(id)),
    memoed('our memo number in a hash memo', (id) => Memo.hash(hashOf(id).toString('hex'))),
    memoed('our memo number in a return memo', (id) => Memo.return(hashOf(id).toString('hex'))),
    memoed('the hash of our memo number', (id) => Memo.hash(createHash('sha256').update(id).digest('hex'))),
    memoed('a memo number that no sell has', (id) => Memo.id(other(id))),
    memoed('our memo number without its last byte', (id) => Memo.id((BigInt(id) >> 8n).toString())),
    memoed('the memo number 0', () => Memo.id('0')),
    {
      name: 'our number in the muxed address, another in the memo',
      forge: async (at, minor) =>
        send([pay(at, asset, formatUnits(units(minor)))], { memo: Memo.id(other(unmuxed(at).id ?? '0')) }),
    },
    {
      name: 'another number in the muxed address, ours in the memo',
      forge: async (at, minor) => {
        const { account, id = '0' } = unmuxed(at)
        const parts = [pay(muxed(account, other(id)), asset, formatUnits(units(minor)))]
        return send(parts, { memo: Memo.id(id) })
      },
    },
    {
      name: 'a muxed address with a number that no sell has',
      forge: async (at, minor) => {
        const { account, id = '0' } = unmuxed(at)
        return send([pay(muxed(account, other(id)), asset, formatUnits(units(minor)))])
      },
    },
    noted('a payment to another account, with our memo', (_, amount) => pay(stranger, asset, amount)),
    {
      name: 'a payment to a muxed address of another account with our number',
      forge: async (at, minor) =>
        send([pay(muxed(stranger, unmuxed(at).id ?? '0'), asset, formatUnits(units(minor)))]),
    },
    {
      name: 'a payment to the sender, with our memo',
      forge: async (at, minor) => {
        const customer = await accounts.newCustomer()
        const parts = [pay(customer.publicKey(), asset, formatUnits(units(minor)))]
        return accounts.send(customer, parts, { memo: Memo.id(unmuxed(at).id ?? '0') })
      },
    },
    noted('a payment of less than a kobo', (to) => pay(to, asset, formatUnits(units(1n) - 1n))),
    named('a payment of the smallest unit, by muxed address', (to) => pay(to, asset, formatUnits(1n))),
    noted('a path payment that delivers less than a kobo (strict receive)', (destination) =>
      Operation.pathPaymentStrictReceive({
        sendAsset: native,
        sendMax: '1000',
        destination,
        destAsset: asset,
        destAmount: formatUnits(units(1n) - 1n),
        path: [],
      }),
    ),
    named('a path payment that sends the smallest unit (strict send)', (destination) =>
      Operation.pathPaymentStrictSend({
        sendAsset: native,
        sendAmount: '0.0000001',
        destination,
        destAsset: asset,
        destMin: '0.0000001',
        path: [],
      }),
    ),
    noted('a path payment from our asset that delivers another asset', (destination, amount) =>
      Operation.pathPaymentStrictSend({
        sendAsset: asset,
        sendAmount: amount,
        destination,
        destAsset: otherIssuer,
        destMin: '0.0000001',
        path: [],
      }),
    ),
    noted('the creation of an unrelated account', () =>
      Operation.createAccount({ destination: Keypair.random().publicKey(), startingBalance: '10' }),
    ),
    noted('the creation of our account, which exists', (destination) =>
      Operation.createAccount({ destination, startingBalance: '10' }),
    ),
    noted('a claimable balance', (to, amount) =>
      Operation.createClaimableBalance({ asset, amount, claimants: [new Claimant(to)] }),
    ),
    noted('an account that is merged into ours', (destination) => Operation.accountMerge({ destination })),
    noted('a data entry of an account', () => Operation.manageData({ name: 'sell', value: 'paid' })),
    noted('a bumped sequence number', () => Operation.bumpSequence({ bumpTo: '0' })),
    noted('a new trust line', () => Operation.changeTrust({ asset: otherCode })),
    noted('a failed payment inside a fee bump', (to) => pay(to, asset, TOO_MUCH), { isBumped: true }),
    noted('a payment whose time bounds are over', (to, amount) => pay(to, asset, amount), {
      timebounds: { minTime: 0, maxTime: 1 },
    }),
    noted('a payment whose time bounds have not started', (to, amount) => pay(to, asset, amount), {
      timebounds: { minTime: 4_000_000_000, maxTime: 0 },
    }),
    noted('a payment with a sequence number that is too high', (to, amount) => pay(to, asset, amount), {
      skips: 1n,
    }),
    noted('a payment with a used sequence number', (to, amount) => pay(to, asset, amount), { skips: -1n }),
    noted('a payment without a signature', (to, amount) => pay(to, asset, amount), { signer: null }),
    noted('a payment signed by a stranger', (to, amount) => pay(to, asset, amount), {
      signer: Keypair.random(),
    }),
    noted('a payment signed for another network', (to, amount) => pay(to, asset, amount), {
      passphrase: OTHER_NETWORK,
    }),
    ...stellarLies(s),
  ]
}
