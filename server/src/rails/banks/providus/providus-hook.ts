import type { HookReading } from '../../../movements/feeds/bank-feed.ts'
import { parseHookBody } from '../hook-body.ts'
import { type HookHeaders, isSameHex } from '../hook-signature.ts'
import { orNothing } from '../or-nothing.ts'
import { allSecrets } from '../secret-in-use.ts'
import { readReference } from '../vendor-reference.ts'
import { readAccountNumber } from './providus-lines.ts'
import type { ProvidusSettings } from './providus-settings.ts'
import { providusSignature } from './providus-signature.ts'

/**
 * Whoever has seen one notification can make any other, so of its words only the settlement id is used, to ask with, and
 * the account, to know where to look first: the re-read names both.
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
  return orNothing(() => readHint(parseHookBody(body))) ?? { kind: 'unreadable' }
}

function readHint(told: Readonly<Record<string, unknown>>): HookReading {
  const key = readReference(told['settlementId'], 'settlementId')
  const accountNumber = orNothing(() => readAccountNumber(told))
  const hint = { key, detail: null, ...(accountNumber === undefined ? {} : { accountNumber }) }
  return { kind: 'hints', hints: [hint] }
}
