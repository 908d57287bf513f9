import { toBase58 } from '../../../shared/bytes.ts'
import type { SettingReader } from '../../../shared/settings.ts'
import {
  associatedAddress,
  isOddPoint,
  isSolanaAddress,
  readAddressSetting,
  readMint,
  requireAddress,
} from '../../../shared/solana-address.ts'
import type { Family, LaneChain, LaneLine, SweeperChain, SweeperLine } from '../family.ts'
import { buildOpening, buildSweep } from './build-sweep.ts'
import { NON_WALLETS } from './instructions.ts'
import { readCancel, readPayment } from './read-order.ts'

/** Payments are messages of version 0 that first open the account of their lock. Addresses have one spelling. */
export const solana: Family = {
  curve: 'ed25519',
  addressOf: (key) => (key.curve === 'ed25519' ? toBase58(key.publicKey) : ''),
  spell: (address) => address,
  holderOf: (to) => (isSolanaAddress(to) && !NON_WALLETS.has(to) && !isOddPoint(to) ? to : undefined),
  laneSettings: ['mint', 'token_program', 'marker_secret', 'max_fee'],
  readLane,
  sweeperSettings: ['mint', 'token_program', 'decimals', 'treasury', 'openings_per_hour'],
  readSweeper,
}

function readLane({ key, address, decimals }: LaneLine, reader: SettingReader): LaneChain {
  const token = readMint(reader)
  requireAddress(address, 'address', reader)
  if (decimals > 18) reader.wrong('decimals must be 2 to 18, because an amount has eight bytes')
  const lane = {
    ...token,
    address,
    key,
    decimals,
    account: associatedAddress(address, token),
    markerSecret: reader.text('marker_secret', /^.{32,}$/),
    maxFee: reader.whole('max_fee'),
  }
  return {
    chain: token.mint,
    wallets: [{ key, address }],
    ours: [address, lane.account, token.mint, token.tokenProgram],
    readPayment: (unsigned, context) => readPayment(unsigned, lane, context),
    readCancel: (unsigned, context) => readCancel(unsigned, lane, context),
  }
}

function readSweeper({ key, address }: SweeperLine, reader: SettingReader): SweeperChain {
  const token = readMint(reader)
  requireAddress(address, 'address', reader)
  const treasury = readAddressSetting('treasury', reader)
  const treasuryAccount = associatedAddress(treasury, token)
  const decimals = Number(reader.whole('decimals'))
  if (decimals < 2 || decimals > 18) reader.wrong('decimals must be 2 to 18')
  const sweeper = { ...token, address, key, decimals, treasuryAccount }
  return {
    chain: token.mint,
    wallets: [{ key, address }],
    ours: [address, associatedAddress(address, token), treasury, treasuryAccount, token.mint],
    buildSweep: (order) => buildSweep(sweeper, order),
    opening: {
      perHour: reader.whole('openings_per_hour'),
      build: (order) => buildOpening(sweeper, order),
    },
  }
}
