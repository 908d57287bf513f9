import { Refusal } from '../../kernel/refusal.ts'

/** `payouts` lets naira leave for any bank account, so a key has it only when someone asked for it by name. */
export const keyScopes = ['read', 'buy', 'sell', 'payouts', 'webhooks'] as const

export type KeyScope = (typeof keyScopes)[number]

export const defaultScopes: readonly KeyScope[] = ['read', 'buy', 'sell', 'webhooks']

export function parseScopes(texts: readonly string[]): KeyScope[] {
  const unknown = texts.find((text) => !keyScopes.some((scope) => scope === text))
  if (unknown !== undefined) {
    throw new Refusal('scope_unknown', `There is no scope "${unknown}": choose from ${keyScopes.join(', ')}.`)
  }
  const chosen = keyScopes.filter((scope) => texts.includes(scope))
  return chosen.length > 0 ? chosen : [...defaultScopes]
}
