/** What a text is when it is, or nearly is, somebody's secret, in words that follow "this is". One character too many or too few changes nothing. */
export function secretIn(text: string): string | undefined {
  const compact = text.replace(/\s+/g, '')
  if (/^S[A-Z2-7]{53,57}$/i.test(compact)) return 'a Stellar secret key'
  if (/^(0x)?[0-9a-f]{63,65}$/i.test(compact)) return 'a private key, or the hash of a transaction,'
  if (/^[1-9A-HJ-NP-Za-km-z]{85,89}$/.test(compact)) return 'a private key, or the id of a transaction,'
  if (/^\[?([0-9]{1,3},){31}/.test(compact)) return 'a private key'
  if (/^([a-z]{3,8}\s+){11,23}[a-z]{1,8}$/i.test(text.trim())) return 'the secret words of a wallet'
  return undefined
}
