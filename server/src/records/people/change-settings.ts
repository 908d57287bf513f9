import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Mode } from '../../kernel/mode.ts'
import { type Money, printMoney } from '../../kernel/money/money.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { parseLogo } from '../businesses/logo.ts'
import { updateLook, updateTestWallet, updateTolerance } from '../businesses/look-store.ts'
import { parsePayColour } from '../businesses/pay-colour.ts'
import type { Wallet } from '../transactions/wallets/wallet.ts'
import { isOwnWallet } from '../transactions/wallets/wallet-store.ts'
import { requestConfirmation, withConfirmation } from './confirm-change.ts'
import type { CeremonyDeps } from './passkey-ceremony.ts'
import type { SignedIn } from './start-session.ts'

/** Changes how the pay page looks. A field that is undefined keeps its value; null returns to ours. */
export async function changeLook(
  { pool, clock }: Readonly<{ pool: Pool; clock: Clock }>,
  by: Readonly<{ memberId: string; businessId: string }>,
  change: Readonly<{ colour?: string | null | undefined; logo?: Buffer | null | undefined }>,
): Promise<void> {
  const colour = typeof change.colour === 'string' ? parsePayColour(change.colour) : change.colour
  const logo = change.logo instanceof Buffer ? parseLogo(change.logo) : change.logo
  await updateLook(pool, by, { colour, logo }, clock.now()).catch(refuseRole)
}

/** Returns the text of a new default wallet of test mode, which the member is to sign. Null removes the wallet. */
export async function requestWallet(
  deps: CeremonyDeps,
  signedIn: SignedIn,
  businessId: string,
  wallet: Wallet | null,
) {
  // Tokens that go to a wallet of ours would look like money of others.
  if (wallet !== null && (await isOwnWallet(deps.pool, wallet.address)))
    throw new Refusal('wallet_address_forbidden', 'This wallet belongs to Afara. Use a wallet of your own.')
  return requestConfirmation(deps, signedIn, { businessId, what: linesOf(wallet) })
}

/** Sets the default wallet of test mode that the member signed. */
export async function setWallet(
  deps: CeremonyDeps,
  signedIn: SignedIn,
  businessId: string,
  wallet: Wallet | null,
  { id, answer }: Readonly<{ id: string; answer: AuthenticationResponseJSON }>,
): Promise<void> {
  const signed = { businessId, what: linesOf(wallet), id, answer }
  await withConfirmation(deps, signedIn, signed, async (sql, at) => {
    const made = { id, businessId, by: signedIn.person.id, at }
    await updateTestWallet(sql, made, wallet).catch(refuseRole)
  })
}

type Tolerance = Readonly<{ mode: Mode; tolerance: Money }>

/** Returns the text of a new tolerance of payments, which the member is to sign. */
export async function requestTolerance(
  deps: CeremonyDeps,
  signedIn: SignedIn,
  businessId: string,
  wanted: Tolerance,
) {
  return requestConfirmation(deps, signedIn, { businessId, what: linesOfTolerance(wanted) })
}

/** Sets the tolerance that the member signed. */
export async function setTolerance(
  deps: CeremonyDeps,
  signedIn: SignedIn,
  businessId: string,
  wanted: Tolerance,
  { id, answer }: Readonly<{ id: string; answer: AuthenticationResponseJSON }>,
): Promise<void> {
  const signed = { businessId, what: linesOfTolerance(wanted), id, answer }
  await withConfirmation(deps, signedIn, signed, async (sql, at) => {
    const made = { id, businessId, by: signedIn.person.id, at }
    await updateTolerance(sql, made, wanted.mode, wanted.tolerance).catch(refuseRole)
  })
}

function linesOfTolerance({ mode, tolerance }: Tolerance): Record<string, string> {
  return { action: 'set_tolerance', mode, tolerance: printMoney(tolerance) }
}

function linesOf(wallet: Wallet | null): Record<string, string> {
  return {
    action: 'set_wallet',
    mode: 'test',
    network: wallet?.network ?? 'none',
    address: wallet?.address ?? 'none',
  }
}

function refuseRole(error: unknown): never {
  if ((error as { code?: string }).code !== 'AF499') throw error
  throw new Refusal('role_missing', 'Your role does not allow this change. Ask an administrator.', {
    cause: error,
  })
}
