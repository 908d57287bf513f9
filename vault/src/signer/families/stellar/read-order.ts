import { fromHex, toHex } from '../../../shared/bytes.ts'
import { refuseUnless } from '../../answers.ts'
import { refuseMalformed } from '../byte-reader.ts'
import type { LockContext, OnLock, Payment, Signable, Wallet } from '../family.ts'
import {
  decodeEnvelope,
  type Envelope,
  innerOf,
  placeOf,
  type StellarTransaction,
  signable,
  signableWithin,
} from './envelope.ts'

/** A lock is a sequence number of a channel: consecutive locks use the channels in turn, each from its own base. */
export type Channel = Wallet & Readonly<{ base: bigint }>

/** What the policy says of a lane. */
export type StellarLane = Wallet &
  Readonly<{
    passphrase: string
    asset: Uint8Array
    channels: readonly Channel[]
    maxFee: bigint
  }>

type Bump = NonNullable<Envelope['bump']>

const UNITS_PER_KOBO = 100_000n
const LONGEST_VALIDITY_MS = 600_000
const SECOND_MS = 1_000

/** Reads an envelope as one payment of the lane's asset. Whatever else it would do is refused. */
export function readPayment(unsigned: Uint8Array, lane: StellarLane, context: LockContext): Payment {
  return read(unsigned, lane, context, ({ transaction, bump }, channel) => {
    const { operation } = transaction
    refuseUnless(
      operation.kind === 'payment' &&
        operation.source === lane.address &&
        Buffer.from(operation.asset).equals(lane.asset),
      'wrong_call',
      'it does not pay the asset of the lane from its account',
    )
    const { to, units } = operation
    refuseUnless(units > 0n && units % UNITS_PER_KOBO === 0n, 'wrong_amount', 'it is no whole number of kobo')
    return {
      ...signed(unsigned, lane, bump, [channel, lane]),
      isOnLock: (lock) => isOnLock(transaction, lane, lock),
      isTo: (address) => address === to,
      tokensMinor: units / UNITS_PER_KOBO,
    }
  })
}

/** Reads an envelope that uses a sequence number of a channel up and does nothing else. */
export function readCancel(unsigned: Uint8Array, lane: StellarLane, context: LockContext): OnLock {
  return read(unsigned, lane, context, ({ transaction, bump }, channel) => {
    const { operation } = transaction
    refuseUnless(
      operation.kind === 'bump_sequence' &&
        operation.to === 0n &&
        (operation.source ?? channel.address) === channel.address,
      'wrong_call',
      'it does more than to use a lock up',
    )
    return {
      ...signed(unsigned, lane, bump, [channel]),
      isOnLock: (lock) => isOnLock(transaction, lane, lock),
    }
  })
}

/** What payments and cancels have in common: whose sequence number, until when, and for how much. */
function read<T>(
  unsigned: Uint8Array,
  lane: StellarLane,
  context: LockContext,
  meaning: (envelope: Envelope, channel: Channel) => T,
): T {
  return refuseMalformed(() => {
    const envelope = decodeEnvelope(unsigned)
    const { transaction, bump } = envelope
    const channel = lane.channels.find(({ address }) => address === transaction.source)
    refuseUnless(channel !== undefined, 'wrong_call', 'it is not on a sequence of the lane’s')
    requireTime(transaction, context)
    requireSamePlace(transaction, context)
    const fee = bump?.fee ?? transaction.fee
    refuseUnless(fee <= lane.maxFee, 'fee_too_high', `${fee} is more than the lane may spend`)
    if (bump !== undefined) requireOwnBump(envelope, bump, lane, context)
    return meaning(envelope, channel)
  })
}

/** What is good for ever, or not yet, could be sent when nobody expects it any more. A time of zero is no bound at all. */
function requireTime({ minTime, maxTime }: StellarTransaction, { atMs }: LockContext): void {
  const seconds = (ms: number): bigint => BigInt(Math.floor(ms / SECOND_MS))
  refuseUnless(
    minTime <= seconds(atMs) && maxTime > 0n && maxTime <= seconds(atMs + LONGEST_VALIDITY_MS),
    'wrong_call',
    'it is not good yet, or for longer than ten minutes',
  )
}

/** With other channels a lock has another number, and what was signed for it on the old one could land beside what is signed now. */
function requireSamePlace({ source, sequence }: StellarTransaction, { signed: [newest] }: LockContext): void {
  if (newest === undefined) return
  const before = placeOf(fromHex(newest) ?? new Uint8Array())
  refuseUnless(
    before.source === source && before.sequence === sequence,
    'lock_used',
    'other bytes of this lock are on another sequence: the channels of the lane were changed',
  )
}

/**
 * The lane pays the fee of a fee bump. What is inside is signed along with it and offers nothing by itself, or is what we signed for the
 * same lock before, to the last byte.
 */
function requireOwnBump(
  { transaction }: Envelope,
  { feeSource, inner, isInnerSigned }: Bump,
  { address }: StellarLane,
  context: LockContext,
): void {
  refuseUnless(feeSource === address, 'wrong_call', 'somebody else pays its fee')
  if (isInnerSigned)
    refuseUnless(
      context.signed.some((raw) => toHex(innerOf(fromHex(raw) ?? new Uint8Array())) === toHex(inner)),
      'wrong_call',
      'it raises the fee of what was never signed for this lock',
    )
  else refuseUnless(transaction.fee === 0n, 'wrong_call', 'its channel could be charged for it')
}

function isOnLock(
  { source, sequence }: StellarTransaction,
  { channels }: StellarLane,
  lock: bigint,
): boolean {
  const count = BigInt(channels.length)
  const channel = channels[Number(lock % count)]
  return channel?.address === source && sequence === channel.base + 1n + lock / count
}

/** `signers` sign what uses the lock up; the lane signs the fee bump around it. */
function signed(
  unsigned: Uint8Array,
  lane: StellarLane,
  bump: Bump | undefined,
  signers: readonly Wallet[],
): Signable {
  if (bump === undefined) return signable(unsigned, lane.passphrase, signers)
  if (bump.isInnerSigned) return signable(unsigned, lane.passphrase, [lane])
  return signableWithin(unsigned, bump, lane.passphrase, { signers, payer: lane })
}
