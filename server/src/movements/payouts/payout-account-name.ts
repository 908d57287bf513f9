import type { Mode } from '../../kernel/mode.ts'

/** As people write it: test:paystack:main. */
export function formatPayoutAccount(account: Readonly<{ mode: Mode; vendor: string; name: string }>): string {
  return `${account.mode}:${account.vendor}:${account.name}`
}
