import type { SettingReader } from '../../../shared/settings.ts'
import { toBase58 } from '../../bytes/base58.ts'
import type { Family, LaneChain, LaneLine, SweeperChain, SweeperLine, TokenChain } from '../family.ts'
import { sellSalt } from '../sell-salt.ts'
import { buildOpening, buildSweep } from './build-sweep.ts'
import { depositAccount } from './deposit-account.ts'
import { NOBODYS } from './programs.ts'
import { readCancel, readPayment } from './read-order.ts'
import { associatedAddress, isOddPoint, isSolanaAddress } from './solana-address.ts'
import { createSolanaWitness } from './solana-witness.ts'

/** Payments in messages of version 0, each of which opens the account of its lock first. Addresses have one spelling. */
export const solana: Family = {
  curve: 'ed25519',
  addressOf: (key) => (key.curve === 'ed25519' ? toBase58(key.publicKey) : ''),
  spell: (address) => address,
  holderOf: (to) => (isSolanaAddress(to) && !NOBODYS.has(to) && !isOddPoint(to) ? to : undefined),
  laneSettings: ['mint', 'token_program', 'marker_secret', 'max_fee'],
  readLane,
  sweeperSettings: ['mint', 'token_program', 'decimals', 'treasury', 'openings_per_hour'],
  readSweeper,
  tokenSettings: ['mint', 'token_program', 'sweeper'],
  askedSettings: [],
  readToken,
}

function readLane({ key, address, decimals }: LaneLine, reader: SettingReader): LaneChain {
  const token = mintIn(reader)
  requireAddress(address, 'address', reader)
  if (decimals > 18) reader.wrong('decimals are 2 to 18: an amount has eight bytes')
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
    readPayment: (unsigned, around) => readPayment(unsigned, lane, around),
    readCancel: (unsigned, around) => readCancel(unsigned, lane, around),
  }
}

function readSweeper({ key, address }: SweeperLine, reader: SettingReader): SweeperChain {
  const token = mintIn(reader)
  requireAddress(address, 'address', reader)
  const treasury = addressIn('treasury', reader)
  const treasuryAccount = associatedAddress(treasury, token)
  const decimals = Number(reader.whole('decimals'))
  if (decimals < 2 || decimals > 18) reader.wrong('decimals are 2 to 18')
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

/** Of the names alone: of what sells had before, the first half says nothing, and all would have one account. */
function readToken(reader: SettingReader, decimals: number | undefined): TokenChain {
  const token = mintIn(reader)
  const sweeper = addressIn('sweeper', reader)
  const asked = decimals === undefined ? undefined : { ...token, sweeper, decimals }
  return {
    token: token.mint,
    spellHash: (hash) => hash,
    depositAddresses: (sell) => [depositAccount({ ...token, address: sweeper }, sellSalt(sell))],
    createWitness: asked && ((url) => createSolanaWitness(url, asked)),
  }
}

function mintIn(reader: SettingReader): { mint: string; tokenProgram: string } {
  return { mint: addressIn('mint', reader), tokenProgram: addressIn('token_program', reader) }
}

function addressIn(name: string, reader: SettingReader): string {
  return requireAddress(reader.text(name, /./), name, reader)
}

function requireAddress(address: string, name: string, { wrong }: SettingReader): string {
  return isSolanaAddress(address) ? address : wrong(`${name} is missing or odd`)
}
