import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import {
  type DeviceLogin,
  findWaitingDevice,
  insertDeviceLogin,
  markDeviceConfirmed,
  markDeviceDenied,
  readDeviceState,
  takeDevice,
} from './device-login-store.ts'
import { type CeremonyDeps, requestAssertion } from './passkey-ceremony.ts'
import type { Person } from './person.ts'
import { findPasskeyById, listPasskeys } from './person-passkey-store.ts'
import { hashDeviceCode, newDeviceCode } from './secret-token.ts'
import { type SignedIn, type StartedSession, startSession } from './start-session.ts'
import { requireUsable, withPasskey } from './use-passkey.ts'
import { hashUserCode, newUserCode, readUserCode } from './user-code.ts'

type Deps = Readonly<{ pool: Pool; clock: Clock }>

/** How long a person has to confirm a terminal, and the terminal to fetch its session. PostgreSQL refuses more. */
const DEVICE_MS = 10 * 60_000

/** Begins the sign-in of a terminal. The terminal keeps the device code; the person compares the user code (RFC 8628). */
export async function requestDeviceLogin(
  { pool, clock }: Deps,
  { machine, address }: Pick<DeviceLogin, 'machine' | 'address'>,
): Promise<Readonly<{ deviceCode: string; userCode: string; seconds: number }>> {
  const device = newDeviceCode()
  const userCode = newUserCode()
  const createdAt = clock.now()
  await insertDeviceLogin(
    pool,
    { id: newId(), machine, address, createdAt, expiresAt: new Date(createdAt.getTime() + DEVICE_MS) },
    { device: device.hash, user: hashUserCode(userCode) },
  )
  return { deviceCode: device.text, userCode, seconds: DEVICE_MS / 1_000 }
}

/** Returns the terminal that shows this code and waits. */
export async function requireWaitingDevice(
  { pool, clock }: Deps,
  typed: string,
): Promise<DeviceLogin & { userCode: string }> {
  const userCode = readUserCode(typed)
  const device = userCode && (await findWaitingDevice(pool, hashUserCode(userCode), clock.now()))
  return device === undefined || device === '' || userCode === undefined
    ? refuseUserCode()
    : { ...device, userCode }
}

/** Returns what a browser needs to confirm a terminal with a passkey of this person. */
export async function requestDeviceConfirmation(deps: CeremonyDeps, person: Person, typed: string) {
  const { id } = await requireWaitingDevice(deps, typed)
  const passkeys = await listPasskeys(deps.pool, person)
  return requestAssertion(
    deps,
    purposeOf(id),
    passkeys.map(({ credentialId }) => credentialId),
  )
}

/** Lets a terminal act for a person. The person proves again that they are there: a stolen session must not outlive itself in a terminal. */
export async function confirmDevice(
  deps: CeremonyDeps,
  { person }: SignedIn,
  typed: string,
  answer: AuthenticationResponseJSON,
): Promise<DeviceLogin> {
  const device = await requireWaitingDevice(deps, typed)
  return withPasskey(deps, purposeOf(device.id), answer, async (sql, passkey, now) => {
    if (passkey.person.id !== person.id) {
      throw new Refusal('passkey_refused', 'This passkey belongs to another person. Use your own.')
    }
    if (!(await markDeviceConfirmed(sql, device.id, passkey.id, now))) refuseUserCode()
    return device
  })
}

export async function denyDevice({ pool, clock }: Deps, typed: string): Promise<void> {
  const userCode = readUserCode(typed)
  if (userCode === undefined || !(await markDeviceDenied(pool, hashUserCode(userCode), clock.now())))
    refuseUserCode()
}

/** Gives a terminal its session once its person confirmed it. The device code is used up in the same commit. */
export async function finishDeviceLogin({ pool, clock }: Deps, deviceCode: string): Promise<StartedSession> {
  const deviceHash = hashDeviceCode(deviceCode)
  const now = clock.now()
  const state = deviceHash && (await readDeviceState(pool, deviceHash, now))
  if (deviceHash === undefined || state === undefined) return refuseDeviceCode()
  if (state === 'waiting') {
    throw new Refusal('authorization_pending', 'Nobody has confirmed this terminal yet. Ask again.')
  }
  if (state === 'denied') throw new Refusal('access_denied', 'You refused this terminal in the browser.')
  return inTransaction(pool, async (sql) => {
    const taken = await takeDevice(sql, deviceHash, now)
    const passkey = taken && (await findPasskeyById(sql, taken.passkeyId))
    if (taken === undefined || passkey === undefined) return refuseDeviceCode()
    // The person may have been disabled since they confirmed.
    requireUsable(passkey)
    return startSession(sql, passkey, { method: 'device', client: 'terminal', userAgent: taken.machine }, now)
  })
}

function purposeOf(id: string) {
  return { purpose: 'confirm_device', subjectId: id } as const
}

function refuseUserCode(): never {
  throw new Refusal(
    'user_code_unknown',
    'No terminal waits for this code. A code works once, for ten minutes. Start again in your terminal.',
  )
}

function refuseDeviceCode(): never {
  throw new Refusal(
    'expired_token',
    'This device code was used, is older than ten minutes, or is not ours. Start again.',
  )
}
