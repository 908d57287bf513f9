import type { HookReading } from '../../../movements/credits/bank-feed.ts'
import { parseHookBody } from '../hook-body.ts'
import { type HookHeaders, isSameHex } from '../hook-signature.ts'
import { orNothing } from '../or-nothing.ts'
import { allSecrets } from '../secret-in-use.ts'
import { readReference } from '../vendor-reference.ts'
import type { ProvidusSettings } from './providus-settings.ts'
import { providusSignature } from './providus-signature.ts'

/**
 * Whoever has seen one notification can make any other, so of its words only the settlement id is used, to ask with.
 * The account is not taken either: the re-read names it.
 */
export function readProvidusHook(
  headers: HookHeaders,
  body: Buffer,
  { clientId, secrets }: Pick<ProvidusSettings, 'clientId' | 'secrets'>,
): HookReading {
  const header = headers['x-auth-signature']
  const isGenuine = allSecrets(secrets)
    .map((secret) => isSameHex(header, providusSignature(clientId, secret)))
    .includes(true)
  if (!isGenuine) return { kind: 'forged' }
  const key = orNothing(() => readReference(parseHookBody(body)['settlementId'], 'settlementId'))
  return key === undefined ? { kind: 'unreadable' } : { kind: 'hints', hints: [{ key, detail: null }] }
}
