import { randomUUIDv7 } from 'node:crypto'

/**
 * Prefixes of public ids. An id is a UUIDv7 (uuid in SQL), so ids sort by time. In text it is the prefix of its kind and 32 hex digits,
 * which a double click selects as one word.
 */
export const idPrefixes = {
  business: 'biz',
  transaction: 'txn',
  credit: 'crd',
  deposit: 'dep',
  transfer: 'trf',
  payout: 'pay',
  case: 'cas',
  event: 'evt',
  payLink: 'lnk',
  customerNumber: 'num',
  key: 'key',
  operator: 'opr',
  member: 'mbr',
  session: 'ses',
  passkey: 'psk',
  signatureRequest: 'sgr',
  invitation: 'ivt',
  change: 'chg',
  vendorAccount: 'vac',
  entry: 'ent',
  webhookEndpoint: 'whe',
  webhookDelivery: 'whd',
  beneficiary: 'ben',
  paymentOrder: 'pmo',
  batch: 'bat',
  wallet: 'wal',
  withdrawalOrder: 'wdo',
} as const

export type IdKind = keyof typeof idPrefixes

export function newId(): string {
  return randomUUIDv7()
}

export function formatId(kind: IdKind, uuid: string): string {
  return `${idPrefixes[kind]}_${uuid.replaceAll('-', '')}`
}

/** Returns the uuid of a public id, or undefined if the text is not an id of this kind. */
export function parseId(kind: IdKind, text: string): string | undefined {
  const match = /^([a-z]{3})_([0-9a-f]{8})([0-9a-f]{4})(7[0-9a-f]{3})([89ab][0-9a-f]{3})([0-9a-f]{12})$/.exec(
    text,
  )
  if (match === null || match[1] !== idPrefixes[kind]) return undefined
  return match.slice(2).join('-')
}
