import { readFileSync } from 'node:fs'
import { CKF, CKR, CKU, type Cryptoki, codeOf, loadCryptoki } from './cryptoki.ts'

export type Pkcs11Settings = Readonly<{
  /** Path of the vendor's library. */
  module: string
  /** The label of the token in it. */
  token: string
  /** Read at each login, so that the PIN can be changed. The PIN is stored nowhere else. */
  pinFile: string
}>

export type Token = Readonly<{
  /** Repeats the work once in a new session if it fails. Only for work that may be done twice. */
  use<T>(work: (session: TokenSession) => T | Promise<T>): Promise<T>
  useOnce<T>(work: (session: TokenSession) => T | Promise<T>): Promise<T>
  close(): Promise<void>
}>

type TokenEvents = Readonly<{
  /** Called when a lost session was replaced by a new one. */
  reopened?: ((why: string) => void) | undefined
  /** Opens a writable session, which is only needed to create keys. */
  writes?: boolean
}>

class NotOpen extends Error {}

/** One login at a token. Handles and found keys are valid only within it. */
export type TokenSession = Readonly<{ cryptoki: Cryptoki; handle: Buffer; keys: Map<string, FoundKey> }>

export type FoundKey = Readonly<{ handle: Buffer; publicKey: Uint8Array }>

// CKR_PIN_INCORRECT to CKR_PIN_LOCKED.
const isAboutPin = (code: number | undefined): boolean => code !== undefined && code >= 0xa0 && code <= 0xa4

/**
 * Opens a token of a module. Calls run one at a time, because modules do not support more. A lost session (a cable, a restart, a login that
 * timed out) is opened again with a new initialisation of the module: otherwise a module that lost its token does not find it again.
 */
export async function openToken(settings: Pkcs11Settings, events: TokenEvents = {}): Promise<Token> {
  const cryptoki = await loadCryptoki(settings.module)
  let session: TokenSession | undefined
  let lostBy: string | undefined
  let pinRefused = false
  let turn: Promise<unknown> = Promise.resolve()

  const current = (): TokenSession => {
    if (session !== undefined) return session
    // A few wrong PINs lock a token permanently, so a wrong one is not tried again.
    if (pinRefused)
      throw new NotOpen(
        `the token ${settings.token} rejected the PIN, and it is not tried again. Correct the PIN file and restart`,
      )
    try {
      session = openSession(cryptoki, settings, events.writes === true)
    } catch (error) {
      pinRefused = isAboutPin(codeOf(error))
      throw new NotOpen(`the token ${settings.token} cannot be opened: ${(error as Error).message}`, {
        cause: error,
      })
    }
    if (lostBy !== undefined) events.reopened?.(lostBy)
    lostBy = undefined
    return session
  }
  const drop = (): void => {
    session = undefined
    try {
      cryptoki.C_Finalize()
    } catch {
      // The session was already lost.
    }
  }
  const attempt = async <T>(work: (session: TokenSession) => T | Promise<T>): Promise<T> => {
    try {
      return await work(current())
    } catch (error) {
      if (!(error instanceof NotOpen)) lostBy = (error as Error).message
      drop()
      throw error
    }
  }
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const answer = turn.then(work)
    turn = answer.catch(() => {})
    return answer
  }

  const token: Token = {
    use: async (work) =>
      inTurn(async () => {
        try {
          return await attempt(work)
        } catch (error) {
          // A module that lost its token can return any error, for example that a key is missing.
          if (error instanceof NotOpen) throw error
          return attempt(work)
        }
      }),
    useOnce: async (work) => inTurn(async () => attempt(work)),
    close: async () => inTurn(async () => drop()),
  }
  await token.use(() => undefined)
  return token
}

function openSession(cryptoki: Cryptoki, settings: Pkcs11Settings, mayWrite: boolean): TokenSession {
  unless(CKR.CRYPTOKI_ALREADY_INITIALIZED, () => cryptoki.C_Initialize({ flags: CKF.OS_LOCKING_OK }))
  const slots = cryptoki
    .C_GetSlotList(true)
    .filter((slot) => cryptoki.C_GetTokenInfo(slot).label.trimEnd() === settings.token)
  const [slot] = slots
  if (slot === undefined) throw new Error(`the module has no token with the label ${settings.token}`)
  if (slots.length > 1) throw new Error(`the module has more than one token with the label ${settings.token}`)
  const handle = cryptoki.C_OpenSession(slot, CKF.SERIAL_SESSION | (mayWrite ? CKF.RW_SESSION : 0))
  const pin = readFileSync(settings.pinFile, 'utf8').trimEnd()
  // Initialisation and login apply to the whole process, which may use a second token of the module.
  unless(CKR.USER_ALREADY_LOGGED_IN, () => cryptoki.C_Login(handle, CKU.USER, pin))
  return { cryptoki, handle, keys: new Map() }
}

function unless(code: number, call: () => void): void {
  try {
    call()
  } catch (error) {
    if (codeOf(error) !== code) throw error
  }
}
