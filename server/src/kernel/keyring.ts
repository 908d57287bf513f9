import { assert } from './refusal.ts'
import { sealBytes, unsealBytes } from './seal-bytes.ts'

/** Encrypts what the database stores but must not be able to read. Every key has a number, which is part of what is stored. */
export type Keyring = Readonly<{
  /** Encrypts under the newest key, bound to a row. */
  sealBytes(row: string, bytes: Buffer): Buffer
  /** Decrypts. Throws if the bytes were changed, belong to another row, or if their key is missing. */
  openBytes(row: string, sealed: Buffer): Buffer
  sealText(row: string, text: string): string
  /** Decrypts a text. Returns ERASED for one that was never encrypted, because nothing shows who wrote it. */
  openText(row: string, sealed: string): string
}>

/** Stands for a text from before encryption. */
export const ERASED = 'erased'
/** How much longer sealed bytes are: the number of the key, the format, the nonce and the tag. */
export const SEALED_EXTRA_BYTES = 2 + 1 + 12 + 16
const MARK = 'sealed:'

/** Needs at least one key. The highest number encrypts, and all of them decrypt. */
export function createKeyring(keys: ReadonlyMap<number, Buffer>): Keyring {
  const newest = Math.max(...keys.keys())
  const keyOf = (number: number): Buffer => {
    const key = keys.get(number)
    assert(key !== undefined, `key ${number} must be configured, because rows are encrypted with it`)
    return key
  }
  const sealed = (row: string, bytes: Buffer): Buffer => {
    const number = Buffer.alloc(2)
    number.writeUInt16BE(newest)
    return Buffer.concat([number, sealBytes(keyOf(newest), row, bytes)])
  }
  const opened = (row: string, bytes: Buffer): Buffer =>
    unsealBytes(keyOf(bytes.readUInt16BE(0)), row, bytes.subarray(2))
  return {
    sealBytes: sealed,
    openBytes: opened,
    sealText: (row, text) => `${MARK}${sealed(row, Buffer.from(text)).toString('base64')}`,
    openText: (row, text) =>
      text.startsWith(MARK) ? opened(row, Buffer.from(text.slice(MARK.length), 'base64')).toString() : ERASED,
  }
}
