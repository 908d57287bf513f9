/** The meaning of a code of the interbank rail, and its meaning for an order that a vendor accepted from us and passed on. */
export type NipMeaning = Readonly<{
  meaning: string
  rail: 'approved' | 'failed' | 'unknown' | 'exists'
  /** Meaning in an answer to a payment. */
  send: 'accepted' | 'exists' | 'unknown'
}>

/** The rail failed, but the vendor may still have our order and retry or return it, so the vendor is queried. */
const failed = (meaning: string): NipMeaning => ({ meaning, rail: 'failed', send: 'unknown' })
const unknown = (meaning: string): NipMeaning => ({ meaning, rail: 'unknown', send: 'unknown' })
/** The first payment exists. Treating this as a refusal would pay twice. */
const exists = (meaning: string): NipMeaning => ({ meaning, rail: 'exists', send: 'exists' })

/**
 * Other integrations treat 91, 94, 96 and 97 as failed and send again, although the money may already be at the other bank. A code that is
 * not in the table is unknown. No code of the rail alone proves that no payment was made.
 */
export const nipCodes: Readonly<Record<string, NipMeaning>> = {
  '00': { meaning: 'approved', rail: 'approved', send: 'accepted' },
  '01': unknown('status unknown'),
  '03': failed('invalid sender'),
  '05': failed('do not honour'),
  '06': failed('dormant account'),
  '07': failed('invalid account'),
  '08': failed('account name mismatch'),
  '09': unknown('request processing in progress'),
  '12': failed('invalid transaction'),
  '13': failed('invalid amount'),
  '14': failed('invalid batch number'),
  '15': failed('invalid session or record id'),
  '16': failed('unknown bank code'),
  '17': failed('invalid channel'),
  '18': failed('wrong method call'),
  '21': unknown('no action taken'),
  // In an answer to a query, this code may only mean that the query came too early.
  '25': failed('unable to locate record'),
  '26': exists('duplicate record'),
  '30': failed('format error'),
  '34': failed('suspected fraud'),
  '35': failed('contact sending bank'),
  '51': failed('no sufficient funds'),
  '57': failed('not permitted to sender'),
  '58': failed('not permitted on channel'),
  '61': failed('transfer limit exceeded'),
  '63': failed('security violation'),
  '65': failed('exceeds withdrawal frequency'),
  '68': unknown('response received too late'),
  '69': failed('unsuccessful account or amount block'),
  '70': failed('unsuccessful account or amount unblock'),
  '71': failed('empty mandate reference number'),
  '91': unknown('beneficiary bank not available'),
  '92': failed('routing error'),
  '94': exists('duplicate transaction'),
  '96': unknown('system malfunction'),
  '97': unknown('timeout waiting for response from destination'),
  '99': unknown('error sending'),
}
