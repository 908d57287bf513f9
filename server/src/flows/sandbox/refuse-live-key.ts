import type { Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'

export function refuseLiveKey({ mode }: Tenant): void {
  if (mode === 'test') return
  throw new Refusal('sandbox_only', 'This key is live, and there is no sandbox in live mode: use a test key.')
}
