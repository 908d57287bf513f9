import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { Transform } from 'node:stream'

// Encrypts a backup to a public key, so that the machine that makes backups cannot read them: X25519 with a key pair for each stream, HKDF,
// and AES-256-GCM in pieces. The nonce of a piece is its number and whether it is the last, so a stream that was cut, joined or reordered
// is refused.

const MAGIC = Buffer.from('AFARABK1')
const PUBLIC_BYTES = 32
const PIECE_BYTES = 65_536
const TAG_BYTES = 16

/** Returns a stream that encrypts what is written to it. */
export function createSealingStream(recipient: KeyObject): Transform {
  const once = generateKeyPairSync('x25519')
  const cipherKey = deriveKey(once.privateKey, recipient, bytesOf(once.publicKey), bytesOf(recipient))
  const cut = createCutter(PIECE_BYTES)
  let number = 0
  const seal = (piece: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', cipherKey, nonceOf(number, isLast))
    number += 1
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  }
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const piece of cut.add(chunk)) this.push(seal(piece, false))
      done()
    },
    flush(done) {
      this.push(seal(cut.rest(), true))
      done()
    },
  })
  stream.push(Buffer.concat([MAGIC, bytesOf(once.publicKey)]))
  return stream
}

/** Returns a stream that decrypts what is written to it. It fails if the backup is for another key, was changed, or is not whole. */
export function createOpeningStream(privateKey: KeyObject): Transform {
  let key: Buffer | undefined
  let head = Buffer.alloc(0)
  let number = 0
  const cut = createCutter(PIECE_BYTES + TAG_BYTES)
  const open = (piece: Buffer, isLast: boolean): Buffer => {
    if (key === undefined || piece.length < TAG_BYTES) throw new Error('the backup is not whole')
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast))
    number += 1
    decipher.setAuthTag(piece.subarray(-TAG_BYTES))
    try {
      return Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()])
    } catch (error) {
      throw new Error('the backup was changed, is not whole, or is for another key', { cause: error })
    }
  }
  const readHead = (chunk: Buffer): Buffer => {
    head = Buffer.concat([head, chunk])
    if (head.length < MAGIC.length + PUBLIC_BYTES) return Buffer.alloc(0)
    if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error('this is not an encrypted backup')
    const sender = head.subarray(MAGIC.length, MAGIC.length + PUBLIC_BYTES)
    key = deriveKey(privateKey, keyFrom(sender), sender, bytesOf(createPublicKey(privateKey)))
    return head.subarray(MAGIC.length + PUBLIC_BYTES)
  }
  const guarded = (done: (error?: Error) => void, work: () => void): void => {
    try {
      work()
    } catch (error) {
      return done(error as Error)
    }
    done()
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      guarded(done, () => {
        for (const piece of cut.add(key === undefined ? readHead(chunk) : chunk))
          this.push(open(piece, false))
      })
    },
    flush(done) {
      guarded(done, () => this.push(open(cut.rest(), true)))
    },
  })
}

/** Cuts bytes into pieces of one size. What is left at the end is the last piece, which is never empty unless nothing was added. */
function createCutter(size: number) {
  let kept: Buffer[] = []
  let length = 0
  return {
    *add(chunk: Buffer): Generator<Buffer> {
      kept.push(chunk)
      length += chunk.length
      if (length <= size) return
      let bytes = Buffer.concat(kept)
      for (; bytes.length > size; bytes = bytes.subarray(size)) yield bytes.subarray(0, size)
      kept = [bytes]
      length = bytes.length
    },
    rest: (): Buffer => Buffer.concat(kept),
  }
}

function deriveKey(mine: KeyObject, theirs: KeyObject, sender: Buffer, recipient: Buffer): Buffer {
  const secret = diffieHellman({ privateKey: mine, publicKey: theirs })
  return Buffer.from(hkdfSync('sha256', secret, Buffer.concat([sender, recipient]), 'afara backup', 32))
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 3)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

function bytesOf(publicKey: KeyObject): Buffer {
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(-PUBLIC_BYTES)
}

function keyFrom(bytes: Buffer): KeyObject {
  const key = Buffer.concat([Buffer.from('302a300506032b656e032100', 'hex'), bytes])
  return createPublicKey({ key, format: 'der', type: 'spki' })
}
