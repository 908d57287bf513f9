import { createSettingReader, type SettingReader } from '../../../shared/settings.ts'
import type { Family, LaneChain, LaneLine, SweeperChain, SweeperLine, TokenChain } from '../family.ts'
import { sellSalt } from '../sell-salt.ts'
import { buildSweep } from './build-sweep.ts'
import { depositAddress } from './deposit-address.ts'
import { type Channel, readCancel, readPayment } from './read-order.ts'
import { readAsset, type StellarAsset } from './stellar-asset.ts'
import { createStellarWitness } from './stellar-witness.ts'
import { readAddress, writeAddress } from './strkey.ts'

const CHANNEL = new Set(['address', 'base', 'key'])
const DECIMALS = 7

/** Payments of an issued asset, each on a sequence number of a channel. Addresses have one spelling. */
export const stellar: Family = {
  curve: 'ed25519',
  addressOf: (key) => (key.curve === 'ed25519' ? writeAddress({ key: key.publicKey, id: undefined }) : ''),
  spell: (address) => address,
  holderOf: (to) => {
    const account = readAddress(to)
    return account && writeAddress({ ...account, id: undefined })
  },
  laneSettings: ['passphrase', 'asset', 'channels', 'max_fee'],
  readLane,
  sweeperSettings: ['passphrase', 'asset', 'treasury'],
  readSweeper,
  tokenSettings: ['asset', 'sweeper'],
  askedSettings: ['passphrase'],
  readToken,
}

function readLane({ key, address, decimals }: LaneLine, reader: SettingReader): LaneChain {
  if (decimals !== DECIMALS) reader.wrong(`decimals are ${DECIMALS} on this network`)
  const passphrase = reader.text('passphrase', /./)
  const asset = assetIn(reader)
  const channels = channelsIn(reader)
  requireAccount(address, 'address', reader)
  const maxFee = reader.whole('max_fee')
  const lane = { address, key, passphrase, asset: asset.bytes, channels, maxFee }
  return {
    chain: passphrase,
    wallets: [{ key, address }, ...channels],
    ours: [address, asset.issuer, ...channels.map((channel) => channel.address)],
    readPayment: (unsigned, around) => readPayment(unsigned, lane, around),
    readCancel: (unsigned, around) => readCancel(unsigned, lane, around),
  }
}

function readSweeper({ key, address }: SweeperLine, reader: SettingReader): SweeperChain {
  const passphrase = reader.text('passphrase', /./)
  const asset = assetIn(reader)
  const treasury = requireAccount(reader.text('treasury', /./), 'treasury', reader)
  requireAccount(address, 'address', reader)
  const sweeper = { address, key, passphrase, asset: asset.bytes, treasury }
  return {
    chain: passphrase,
    wallets: [{ key, address }],
    ours: [address, treasury, asset.issuer],
    buildSweep: (order) => buildSweep(sweeper, order),
    opening: undefined,
  }
}

/** Of the names alone: of what sells had before, the first half says nothing, and all would have one number. */
function readToken(reader: SettingReader, decimals: number | undefined): TokenChain {
  const { text } = reader
  assetIn(reader)
  const [asset, sweeper] = [text('asset', /./), requireAccount(text('sweeper', /./), 'sweeper', reader)]
  if (decimals !== undefined && decimals !== DECIMALS)
    reader.wrong(`decimals are ${DECIMALS} on this network`)
  const asked = decimals === undefined ? undefined : { asset, sweeper, passphrase: text('passphrase', /./) }
  return {
    token: asset,
    spellHash: (hash) => hash,
    depositAddresses: (sell) => [depositAddress(sweeper, sellSalt(sell))],
    createWitness: asked && ((url) => createStellarWitness(url, asked)),
  }
}

function assetIn({ text, wrong }: SettingReader): StellarAsset {
  return readAsset(text('asset', /./)) ?? wrong('asset is no <code>:<issuer>')
}

/** In their order, which says what lock is on which. */
function channelsIn({ fields, wrong }: SettingReader): readonly Channel[] {
  const { channels } = fields
  if (!Array.isArray(channels) || channels.length === 0) return wrong('channels are no list')
  return channels.map((given, place) => {
    const reader = createSettingReader(given, CHANNEL, `channel ${place + 1}`)
    return {
      address: requireAccount(reader.text('address', /./), 'address', reader),
      base: reader.whole('base'),
      key: reader.text('key', /./),
    }
  })
}

function requireAccount(address: string, name: string, { wrong }: SettingReader): string {
  const account = readAddress(address)
  return account !== undefined && account.id === undefined ? address : wrong(`${name} is missing or odd`)
}
