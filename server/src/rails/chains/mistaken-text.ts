/** Patterns of addresses on networks that we do not support. The description follows "this is". */
const foreign: ReadonlyArray<readonly [pattern: RegExp, is: string]> = [
  [
    /^[XP]-(avax|fuji)1/i,
    "an address of Avalanche's X-Chain or P-Chain; the token is on the C-Chain, where addresses begin with 0x",
  ],
  [/^T[1-9A-HJ-NP-Za-km-z]{33}$/, 'a Tron address, which we do not support'],
  [/^(bc1[a-z0-9]{20,80}|[13][1-9A-HJ-NP-Za-km-z]{25,33})$/, 'a Bitcoin address, which we do not support'],
]

export function foreignAddressIn(text: string): string | undefined {
  return foreign.find(([pattern]) => pattern.test(text))?.[1]
}

/** Returns a message if the text has a fault that makes it invalid as an address of any network. */
export function faultOfText(text: string): string | undefined {
  if (text === '') return 'The address is empty. Send the address of a wallet.'
  if (/\s/.test(text)) return 'The address contains a space or line break. Remove it.'
  if (/[^!-~]/.test(text)) return 'The address contains an invisible or look-alike character. Copy it again.'
  if (/\.[a-z]{2,}$|\*/i.test(text))
    return 'This is the name of a wallet. Send the address that it stands for.'
  if (/[:@/?]/.test(text)) return 'Send the address alone, without the rest of the link.'
  return undefined
}

/**
 * Describes a text that is, or nearly is, a secret. The description follows "this is". A key with one character too many or too few is
 * still recognised.
 */
export function secretIn(text: string): string | undefined {
  const compact = text.replace(/\s+/g, '')
  if (/^S[A-Z2-7]{53,57}$/i.test(compact)) return 'a Stellar secret key'
  if (/^(0x)?[0-9a-f]{63,65}$/i.test(compact)) return 'a private key, or the hash of a transaction,'
  if (/^[1-9A-HJ-NP-Za-km-z]{85,89}$/.test(compact)) return 'a private key, or the id of a transaction,'
  if (/^\[?([0-9]{1,3},){31}/.test(compact)) return 'a private key'
  if (/^([a-z]{3,8}\s+){11,23}[a-z]{1,8}$/i.test(text.trim())) return 'a recovery phrase'
  return undefined
}
