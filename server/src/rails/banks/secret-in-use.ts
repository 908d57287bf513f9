import { FeedUnavailable } from '../../movements/feeds/bank-feed.ts'
import type { VendorAnswer } from '../ask-vendor.ts'

/** The current secret first, then the one before it, while both may be in use. */
export type Secrets = readonly [current: string, previous?: string]

export type SecretInUse = Readonly<{
  /** Asks with the secret that worked last, and with the other when that one is refused. */
  ask(withSecret: (secret: string) => Promise<VendorAnswer>): Promise<VendorAnswer>
}>

/** A secret is changed here and at the vendor at different moments; in between, either may be the one that is known. */
export function createSecretInUse(secrets: Secrets): SecretInUse {
  const all = allSecrets(secrets)
  let worked = 0
  return {
    ask: async (withSecret) => {
      const first = worked
      for (let turn = 0; turn < all.length; turn += 1) {
        const place = (first + turn) % all.length
        const answer = await withSecret(all[place] ?? '')
        if (!isRefused(answer)) {
          worked = place
          return answer
        }
      }
      throw new FeedUnavailable('it refuses our key')
    },
  }
}

export function allSecrets(secrets: Secrets): string[] {
  return secrets.filter((secret) => secret !== undefined)
}

export function isRefused({ status }: VendorAnswer): boolean {
  return status === 401 || status === 403
}
