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
      name: 'paid and undone in one transaction, by memo',
      forge: async (at, minor) => {
        const { account, id = '' } = unmuxed(at)
        const parts = [pay(account, asset, formatUnits(units(minor))), pay(account, asset, TOO_MUCH)]
        return send(parts, { memo: Memo.id(id) })
      },
    },
    {
      name: 'paid and undone in one transaction, by address',
      forge: async (at, minor) =>
        send([pay(at, asset, formatUnits(units(minor))), pay(stranger, asset, TOO_MUCH)]),
    },
    noted('more than the sender has', (to) => pay(to, asset, TOO_MUCH)),
    noted('the same code of another issuer', (to, amount) => pay(to, otherIssuer, amount)),
    named('the same code of another issuer, by address', (to, amount) => pay(to, otherIssuer, amount)),
    noted('the same code of an issuer that we do not trust', (to, amount) => pay(to, unheld, amount)),
    noted('another code of our issuer', (to, amount) => pay(to, otherCode, amount)),
    named('another code of our issuer, by address', (to, amount) => pay(to, otherCode, amount)),
    noted('the coin of the network', (to) => pay(to, native, '500')),
    named('the coin of the network, by address', (to) => pay(to, native, '500')),
    memoed('no memo', () => undefined),
    memoed('the number as a text', (id) => Memo.text(id)),
    memoed('the number in a hash', (id) => Memo.hash(hashOf(id).toString('hex'))),
    memoed('the number in the hash of what is returned', (id) => Memo.return(hashOf(id).toString('hex'))),
    memoed('the hash of the number', (id) => Memo.hash(createHash('sha256').update(id).digest('hex'))),
    memoed('a number that is nobody’s', (id) => Memo.id(other(id))),
    memoed('the number cut short', (id) => Memo.id((BigInt(id) >> 8n).toString())),
    memoed('nought', () => Memo.id('0')),
    {
      name: 'our number in the address, another in the memo',
      forge: async (at, minor) =>
        send([pay(at, asset, formatUnits(units(minor)))], { memo: Memo.id(other(unmuxed(at).id ?? '0')) }),
    },
    {
      name: 'another number in the address, ours in the memo',
      forge: async (at, minor) => {
        const { account, id = '0' } = unmuxed(at)
        const parts = [pay(muxed(account, other(id)), asset, formatUnits(units(minor)))]
        return send(parts, { memo: Memo.id(id) })
      },
    },
    {
      name: 'an address whose number is nobody’s',
      forge: async (at, minor) => {
        const { account, id = '0' } = unmuxed(at)
        return send([pay(muxed(account, other(id)), asset, formatUnits(units(minor)))])
      },
    },
    noted('to another account, with our memo', (_, amount) => pay(stranger, asset, amount)),
    {
      name: 'to our number of another account',
      forge: async (at, minor) =>
        send([pay(muxed(stranger, unmuxed(at).id ?? '0'), asset, formatUnits(units(minor)))]),
    },
    {
      name: 'to oneself, with our memo',
      forge: async (at, minor) => {
        const customer = await accounts.newCustomer()
        const parts = [pay(customer.publicKey(), asset, formatUnits(units(minor)))]
        return accounts.send(customer, parts, { memo: Memo.id(unmuxed(at).id ?? '0') })
      },
    },
    noted('less than a kobo', (to) => pay(to, asset, formatUnits(units(1n) - 1n))),
    named('the least there is, by address', (to) => pay(to, asset, formatUnits(1n))),
    noted('dust by another asset, to receive', (destination) =>
      Operation.pathPaymentStrictReceive({
        sendAsset: native,
        sendMax: '1000',
        destination,
        destAsset: asset,
        destAmount: formatUnits(units(1n) - 1n),
        path: [],
      }),
    ),
    named('dust by another asset, to send', (destination) =>
      Operation.pathPaymentStrictSend({
        sendAsset: native,
        sendAmount: '0.0000001',
        destination,
        destAsset: asset,
        destMin: '0.0000001',
        path: [],
      }),
    ),
    noted('our asset, changed into another on its way', (destination, amount) =>
      Operation.pathPaymentStrictSend({
        sendAsset: asset,
        sendAmount: amount,
        destination,
        destAsset: otherIssuer,
        destMin: '0.0000001',
        path: [],
      }),
    ),
    noted('an account made for it', () =>
      Operation.createAccount({ destination: Keypair.random().publicKey(), startingBalance: '10' }),
    ),
    noted('our account made once more', (destination) =>
      Operation.createAccount({ destination, startingBalance: '10' }),
    ),
    noted('a balance that waits to be claimed', (to, amount) =>
      Operation.createClaimableBalance({ asset, amount, claimants: [new Claimant(to)] }),
    ),
    noted('an account that goes up in ours', (destination) => Operation.accountMerge({ destination })),
    noted('a note in the data of an account', () => Operation.manageData({ name: 'sell', value: 'paid' })),
    noted('a sequence bumped', () => Operation.bumpSequence({ bumpTo: '0' })),
    noted('a line of trust', () => Operation.changeTrust({ asset: otherCode })),
    noted('a failure inside a fee bump', (to) => pay(to, asset, TOO_MUCH), { isBumped: true }),
    noted('too late', (to, amount) => pay(to, asset, amount), { timebounds: { minTime: 0, maxTime: 1 } }),
    noted('too early', (to, amount) => pay(to, asset, amount), {
      timebounds: { minTime: 4_000_000_000, maxTime: 0 },
    }),
    noted('a sequence too far', (to, amount) => pay(to, asset, amount), { skips: 1n }),
    noted('a sequence that was', (to, amount) => pay(to, asset, amount), { skips: -1n }),
    noted('signed by nobody', (to, amount) => pay(to, asset, amount), { signer: null }),
    noted('signed by another', (to, amount) => pay(to, asset, amount), { signer: Keypair.random() }),
    noted('signed for another network', (to, amount) => pay(to, asset, amount), {
      passphrase: OTHER_NETWORK,
    }),
    ...stellarLies(s),
  ]
}
