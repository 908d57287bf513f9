import type { Candidate, OpenCredit } from './open-credit.ts'

/**
 * Rows of `match_candidates` in its own format: lists of texts, identified by position. Times are milliseconds since 1970, booleans are `t`
 * or `f`, and an unknown value is an empty text.
 */
export type ListedCredit = readonly [
  lineId: string,
  leftMinor: string,
  grossMinor: string,
  bookedAt: string,
  accountNumber: string,
  followsEqual: string,
  isKnownPayer: string,
  paysAgain: string,
  accountMask: string,
  bankCode: string,
  name: string,
  narration: string,
  openCases: OpenCredit['openCases'],
]

export type ListedClaim = readonly [
  lineId: string,
  transactionId: string,
  businessId: string,
  status: Candidate['status'],
  amountMinor: string,
  leftMinor: string,
  acceptedAt: string,
  expiresAt: string,
  accountNumber: string,
  code: string,
  codeExpiresAt: string,
  isKnown: string,
  isBound: string,
  isKnownElsewhere: string,
  isStranger: string,
  isToOwnNumber: string,
  firstPartFrom: string,
  bankCode: string,
  name: string,
]

export function toCredit(listed: ListedCredit): OpenCredit {
  const [lineId, left, gross, bookedAt, accountNumber, followsEqual, isKnownPayer, paysAgain, ...shown] =
    listed
  const [accountMask, bankCode, name, narration, openCases] = shown
  return {
    lineId,
    leftMinor: BigInt(left),
    grossMinor: BigInt(gross),
    bookedAt: new Date(Number(bookedAt)),
    payer: {
      ...(accountNumber !== '' && { accountNumber }),
      ...(accountMask !== '' && { accountMask }),
      ...(name !== '' && { name }),
      ...(bankCode !== '' && { bankCode }),
    },
    narration,
    openCases,
    followsEqual: followsEqual === 't',
    isKnownPayer: isKnownPayer === 't',
    paysAgain: paysAgain === 'told' || paysAgain === 'tail' ? paysAgain : null,
  }
}

/** What matching knows about a business that claims a credit. */
export type KnownBusiness = Readonly<{ isSuspended: boolean; capLeftMinor: bigint; toleranceMinor: bigint }>

export function toCandidate(
  listed: ListedClaim,
  { isSuspended, toleranceMinor }: Pick<KnownBusiness, 'isSuspended' | 'toleranceMinor'>,
): Candidate {
  const [, transactionId, businessId, status, amount, left, acceptedAt, expiresAt, number] = listed
  const [code, codeExpiresAt, isKnown, isBound, isKnownElsewhere] = listed.slice(9)
  const [isToOwnNumber, firstPartFrom, bankCode, name] = listed.slice(15)
  return {
    transactionId,
    businessId,
    status,
    amountMinor: BigInt(amount),
    leftMinor: BigInt(left),
    acceptedAt: new Date(Number(acceptedAt)),
    expiresAt: new Date(Number(expiresAt)),
    payer: { accountNumber: number || null, bankCode: bankCode || null, name: name || null },
    expected: code ? { code, expiresAt: new Date(Number(codeExpiresAt)) } : null,
    isToOwnNumber: isToOwnNumber === 't',
    knownPayer: isBound === 't' ? 'bound' : isKnown === 't' ? 'known' : 'no',
    isKnownElsewhere: isKnownElsewhere === 't',
    isSuspended,
    toleranceMinor: toleranceOf(toleranceMinor, BigInt(amount)),
    firstPartFrom: firstPartFrom || null,
  }
}

/** At most 0.5 ‰ of the amount counts, whatever the business tolerates. The database computes the same. */
function toleranceOf(businessMinor: bigint, amountMinor: bigint): bigint {
  const mostMinor = (amountMinor * 5n) / 10_000n
  return businessMinor < mostMinor ? businessMinor : mostMinor
}

export function lineOf(claim: ListedClaim): string {
  return claim[0]
}

export function transactionOf(claim: ListedClaim): string {
  return claim[1]
}

export function businessOf(claim: ListedClaim): string {
  return claim[2]
}

/** Returns whether a claim has only its amount in common with the credit. Such claims are used only if there are no others. */
export function isStranger(claim: ListedClaim): boolean {
  return claim[14] === 't'
}
