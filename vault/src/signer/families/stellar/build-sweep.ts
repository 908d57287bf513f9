import { highBytes } from '../../../shared/bytes.ts'
import { BadRequest } from '../../../shared/read-fields.ts'
import { depositId, readAddress } from '../../../shared/stellar-address.ts'
import { type BuildSweep, type Built, readTerms, type Terms, type Wallet, wholeTerm } from '../family.ts'
import { signable } from './envelope.ts'

/** A sweeper's settings from the policy. Deposits arrive at its account, each with the number of its sell. */
export type StellarSweeper = Wallet & Readonly<{ passphrase: string; asset: Uint8Array; treasury: string }>

const TRANSACTION = 2n
const MUXED = 0x100n
const TIME_BOUNDS = 1n
const PAYMENT = 1n
const MOST_ITEMS = 50
const MOST_NUMBER = 2n ** 63n
const MOST_FEE = 2n ** 32n

/** Builds one payment to the treasury for each sell's number, so that the chain shows whose tokens were swept. */
export function buildSweep(sweeper: StellarSweeper, { nonce, items, terms }: BuildSweep): Built {
  const { fee, minTime, maxTime } = readStellarTerms(terms)
  if (items.length > MOST_ITEMS || nonce >= MOST_NUMBER)
    throw new BadRequest(`a sweep has at most ${MOST_ITEMS} items and a nonce below 2^63`)
  if (items.some(({ units }) => units === 0n || units >= MOST_NUMBER))
    throw new BadRequest('units must be above zero and below 2^63')
  const source = keyOf(sweeper.address)
  const payment = ({ salt, units }: BuildSweep['items'][number]): readonly Uint8Array[] => [
    number(1n, 4),
    number(MUXED, 4),
    number(depositId(salt), 8),
    source,
    number(PAYMENT, 4),
    plainAccount(sweeper.treasury),
    sweeper.asset,
    number(units, 8),
  ]
  const unsigned = Buffer.concat([
    number(TRANSACTION, 4),
    plainAccount(sweeper.address),
    number(fee, 4),
    number(nonce, 8),
    number(TIME_BOUNDS, 4),
    number(minTime, 8),
    number(maxTime, 8),
    number(0n, 4),
    number(BigInt(items.length), 4),
    ...items.flatMap(payment),
    number(0n, 4),
    number(0n, 4),
  ])
  return { ...signable(new Uint8Array(unsigned), sweeper.passphrase, [sweeper]), cost: fee }
}

function readStellarTerms(terms: Terms): { fee: bigint; minTime: bigint; maxTime: bigint } {
  const texts = readTerms(terms, ['fee', 'minTime', 'maxTime'])
  const [fee, minTime, maxTime] = [
    wholeTerm(texts.fee, 'fee'),
    wholeTerm(texts.minTime, 'minTime'),
    wholeTerm(texts.maxTime, 'maxTime'),
  ]
  if (fee >= MOST_FEE || minTime >= MOST_NUMBER || maxTime >= MOST_NUMBER || maxTime === 0n)
    throw new BadRequest('fee, minTime or maxTime is not valid')
  return { fee, minTime, maxTime }
}

function plainAccount(address: string): Uint8Array {
  return new Uint8Array(Buffer.concat([number(0n, 4), keyOf(address)]))
}

function keyOf(address: string): Uint8Array {
  const account = readAddress(address)
  if (account === undefined || account.id !== undefined) throw new Error('this is not a Stellar account')
  return account.key
}

const number = highBytes
