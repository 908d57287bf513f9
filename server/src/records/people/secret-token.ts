import { hash, randomBytes } from 'node:crypto'

// 32 random bytes. The prefix lets secret scanners find leaked tokens.
const SESSION_SHAPE = /^afs_([A-Za-z0-9_-]{43})$/
const INVITATION_SHAPE = /^inv_([A-Za-z0-9_-]{43})$/
const JOIN_SHAPE = /^jon_([A-Za-z0-9_-]{43})$/
const CONFIRMATION_SHAPE = /^cnf_([A-Za-z0-9_-]{43})$/
const DEVICE_SHAPE = /^dvc_([A-Za-z0-9_-]{43})$/
const EMAIL_SHAPE = /^eml_([A-Za-z0-9_-]{43})$/
const BROWSER_SHAPE = /^brw_([A-Za-z0-9_-]{43})$/

/** A secret that its holder is shown once, and the hash that is stored. */
export type Token = Readonly<{ text: string; hash: Buffer }>

export function newSessionToken(): Token {
  return newToken('afs')
}

export function newInvitationToken(): Token {
  return newToken('inv')
}

/** The token of a link by which an invited person joins a business. */
export function newJoinToken(): Token {
  return newToken('jon')
}

export function newConfirmationToken(): Token {
  return newToken('cnf')
}

/** The secret of a terminal that waits to be signed in. */
export function newDeviceCode(): Token {
  return newToken('dvc')
}

/** The token of a link by which a member signs in. */
export function newEmailToken(): Token {
  return newToken('eml')
}

/** What tells the browser that asked for a link from others. */
export function newBrowserToken(): Token {
  return newToken('brw')
}

/** Returns the stored hash of a token, or undefined if the text is not a token. */
export function hashSessionToken(text: string): Buffer | undefined {
  return hashToken(SESSION_SHAPE, text)
}

export function hashInvitationToken(text: string): Buffer | undefined {
  return hashToken(INVITATION_SHAPE, text)
}

export function hashJoinToken(text: string): Buffer | undefined {
  return hashToken(JOIN_SHAPE, text)
}

export function hashConfirmationToken(text: string): Buffer | undefined {
  return hashToken(CONFIRMATION_SHAPE, text)
}

export function hashDeviceCode(text: string): Buffer | undefined {
  return hashToken(DEVICE_SHAPE, text)
}

export function hashEmailToken(text: string): Buffer | undefined {
  return hashToken(EMAIL_SHAPE, text)
}

export function hashBrowserToken(text: string): Buffer | undefined {
  return hashToken(BROWSER_SHAPE, text)
}

function newToken(prefix: string): Token {
  const bytes = randomBytes(32)
  return { text: `${prefix}_${bytes.toString('base64url')}`, hash: sha256(bytes) }
}

function hashToken(shape: RegExp, text: string): Buffer | undefined {
  const [, secret] = shape.exec(text) ?? []
  return secret === undefined ? undefined : sha256(Buffer.from(secret, 'base64url'))
}

/** A token has 256 random bits, so a plain hash cannot be reversed by guessing. */
function sha256(bytes: Buffer): Buffer {
  return hash('sha256', bytes, 'buffer')
}
