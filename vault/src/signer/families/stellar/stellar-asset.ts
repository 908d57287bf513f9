import { readAddress } from './strkey.ts'

const SHORT = 1
const LONG = 2
const CODE = /^[A-Za-z0-9]{1,12}$/

export type StellarAsset = Readonly<{
  issuer: string /** As it stands in a transaction. */
  bytes: Uint8Array
}>

/** `<code>:<issuer>`; undefined where it is none. */
export function readAsset(text: string): StellarAsset | undefined {
  const [code = '', issuer = '', ...rest] = text.split(':')
  const account = readAddress(issuer)
  if (!CODE.test(code) || account === undefined || account.id !== undefined || rest.length > 0)
    return undefined
  const isShort = code.length <= 4
  const padded = Buffer.alloc(isShort ? 4 : 12)
  padded.write(code, 'latin1')
  const kind = [0, 0, 0, isShort ? SHORT : LONG]
  return { issuer, bytes: Uint8Array.from([...kind, ...padded, 0, 0, 0, 0, ...account.key]) }
}
