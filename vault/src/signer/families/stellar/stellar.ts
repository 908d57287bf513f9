import { createSettingReader, type SettingReader } from '../../../shared/settings.ts'
import {
  readAddress,
  readAssetSetting,
  requireAccount,
  requireDecimals,
  writeAddress,
} from '../../../shared/stellar-address.ts'
import type { Family, LaneChain, LaneLine, SweeperChain, SweeperLine } from '../family.ts'
import { buildSweep } from './build-sweep.ts'
import { type Channel, readCancel, readPayment } from './read-order.ts'

const CHANNEL = new Set(['address', 'base', 'key'])

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
}

function readLane({ key, address, decimals }: LaneLine, reader: SettingReader): LaneChain {
  requireDecimals(decimals, reader)
  const passphrase = reader.text('passphrase', /./)
  const asset = readAssetSetting(reader)
  const channels = channelsIn(reader)
  requireAccount(address, 'address', reader)
  const maxFee = reader.whole('max_fee')
  const lane = { address, key, passphrase, asset: asset.bytes, channels, maxFee }
  return {
    chain: passphrase,
    wallets: [{ key, address }, ...channels],
    ours: [address, asset.issuer, ...channels.map((channel) => channel.address)],
    readPayment: (unsigned, context) => readPayment(unsigned, lane, context),
    readCancel: (unsigned, context) => readCancel(unsigned, lane, context),
  }
}

function readSweeper({ key, address }: SweeperLine, reader: SettingReader): SweeperChain {
  const passphrase = reader.text('passphrase', /./)
  const asset = readAssetSetting(reader)
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

/** Returns the channels in order. The order decides which lock is on which channel. */
function channelsIn({ fields, wrong }: SettingReader): readonly Channel[] {
  const { channels } = fields
  if (!Array.isArray(channels) || channels.length === 0)
    return wrong('channels must be a list with at least one channel')
  return channels.map((given, place) => {
    const reader = createSettingReader(given, CHANNEL, `channel ${place + 1}`)
    return {
      address: requireAccount(reader.text('address', /./), 'address', reader),
      base: reader.whole('base'),
      key: reader.text('key', /./),
    }
  })
}
