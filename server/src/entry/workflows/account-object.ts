import { advanceAccount } from '../../flows/credits/advance-account.ts'
import { createHeardLines } from '../../movements/credits/heard-lines.ts'
import { creditDeps } from './credit-deps.ts'
import { createDurableObject } from './durable-object.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** One durable object per bank account of ours: whatever happens there, one look at a time. */
export function createAccountObject(deps: WorkerDeps) {
  const { clock, logger, banks, nudge } = deps
  const looking = {
    ...creditDeps(deps),
    pollMs: banks.pollMs,
    heard: createHeardLines(),
    nudge,
    onFailure: (accountId: string, error: unknown) =>
      logger.error({ accountId, err: error }, 'a look at a bank account failed and will be tried again'),
  }
  return createDurableObject('bank-account', async (id) => advanceAccount(looking, id), clock)
}
