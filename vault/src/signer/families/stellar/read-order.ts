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

/** A lock is a sequence number of a channel. Consecutive locks use the channels in turn, each from its own base. */
export type Channel = Wallet & Readonly<{ base: bigint }>

/** A lane's settings from the policy. */
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

/** Reads an envelope as one payment of the lane's asset. Refuses an envelope that would do anything else. */
export function readPayment(unsigned: Uint8Array, lane: StellarLane, context: LockContext): Payment {
  return read(unsigned, lane, context, ({ transaction, bump }, channel) => {
    const { operation } = transaction
    refuseUnless(
      operation.kind === 'payment' &&
        operation.source === lane.address &&
        Buffer.from(operation.asset).equals(lane.asset),
      'wrong_call',
      'the transaction does not pay the asset of the lane from the account of the lane',
    )
    const { to, units } = operation
    refuseUnless(
      units > 0n && units % UNITS_PER_KOBO === 0n,
      'wrong_amount',
      'the amount is not a whole number of kobo above zero',
    )
    return {
      ...signed(unsigned, lane, bump, [channel, lane]),
      isOnLock: (lock) => isOnLock(transaction, lane, lock),
      isTo: (address) => address === to,
      tokensMinor: units / UNITS_PER_KOBO,
    }
  })
}

/** Reads an envelope that consumes a sequence number of a channel and does nothing else. */
export function readCancel(unsigned: Uint8Array, lane: StellarLane, context: LockContext): OnLock {
  return read(unsigned, lane, context, ({ transaction, bump }, channel) => {
    const { operation } = transaction
    refuseUnless(
      operation.kind === 'bump_sequence' &&
        operation.to === 0n &&
        (operation.source ?? channel.address) === channel.address,
      'wrong_call',
      'a cancel must only use up its lock',
    )
    return {
      ...signed(unsigned, lane, bump, [channel]),
      isOnLock: (lock) => isOnLock(transaction, lane, lock),
    }
  })
}

/** Reads the common part of payments and cancels: the channel's sequence number, the time bounds and the fee. */
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
    refuseUnless(
      channel !== undefined,
      'wrong_call',
      'the source of the transaction is not a channel of the lane',
    )
    requireTime(transaction, context)
    requireSamePlace(transaction, context)
    const fee = bump?.fee ?? transaction.fee
    refuseUnless(fee <= lane.maxFee, 'fee_too_high', `a fee of ${fee} is above the limit of the lane`)
    if (bump !== undefined) requireOwnBump(envelope, bump, lane, context)
    return meaning(envelope, channel)
  })
}

/** Bytes that stay valid for ever, or become valid later, could be sent unexpectedly. A time of zero means no bound. */
function requireTime({ minTime, maxTime }: StellarTransaction, { atMs }: LockContext): void {
  const seconds = (ms: number): bigint => BigInt(Math.floor(ms / SECOND_MS))
  refuseUnless(
    minTime <= seconds(atMs) && maxTime > 0n && maxTime <= seconds(atMs + LONGEST_VALIDITY_MS),
    'wrong_call',
    'the transaction must be valid now, and for at most ten minutes',
  )
}

/**
 * Refuses a lock whose earlier transaction has another sequence number. The channels were then changed, and both transactions could land.
 */
function requireSamePlace({ source, sequence }: StellarTransaction, { signed: [newest] }: LockContext): void {
  if (newest === undefined) return
  const before = placeOf(fromHex(newest) ?? new Uint8Array())
  refuseUnless(
    before.source === source && before.sequence === sequence,
    'lock_used',
    'an earlier transaction for this lock has another sequence number: the channels of the lane were changed',
  )
}

/**
 * The lane must pay the fee of a fee bump. The inner transaction is either signed together with the fee bump and offers no fee of its own,
 * or it is exactly the transaction that we signed for the same lock before.
 */
function requireOwnBump(
  { transaction }: Envelope,
  { feeSource, inner, isInnerSigned }: Bump,
  { address }: StellarLane,
  context: LockContext,
): void {
  refuseUnless(feeSource === address, 'wrong_call', 'the lane does not pay the fee of the fee bump')
  if (isInnerSigned)
    refuseUnless(
      context.signed.some((raw) => toHex(innerOf(fromHex(raw) ?? new Uint8Array())) === toHex(inner)),
      'wrong_call',
      'the fee bump contains a transaction that was never signed for this lock',
    )
  else
    refuseUnless(
      transaction.fee === 0n,
      'wrong_call',
      'the inner transaction must offer no fee, because its channel would pay it',
    )
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

/** `signers` sign the transaction that consumes the lock; the lane signs the fee bump around it. */
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
