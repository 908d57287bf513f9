import type { Log } from '../shared/vault-server.ts'
import { withTimeout } from './bank-calls.ts'
import type { PayerDeps } from './payer-deps.ts'
import type { PayoutAccount } from './payout-accounts.ts'
import type { AskedTransfer, HookHeaders } from './rails/bank-rail.ts'

export type Approvals = ReturnType<typeof createApprovals>

/** The newest transfer of an account that was not approved since this process started. */
export type RefusedApproval = Readonly<{
  accountId: string
  at: Date
  /** Null if the question could not be read. */
  reference: string | null
  problem: string
}>

type Problem = Pick<RefusedApproval, 'reference' | 'problem'>

type ApprovalDeps = Pick<PayerDeps, 'accounts' | 'journal' | 'isKilled' | 'nowMs'>

// A vendor waits for the answer, and refuses the transfer without one.
const ANSWER_WITHIN_MS = 8_000
/** After these answers of the bank, a transfer has ended. A vendor has no reason to ask about it any more. */
const ENDED: ReadonlySet<string> = new Set(['rejected', 'success', 'failed', 'reversed'])

/**
 * Answers a vendor that asks whether to pay. Approves exactly the transfers that this process sent according to its own journal, until
 * their end. So a stolen vendor key pays nothing. Refuses also when the journal cannot be read. Uses no database, which could be forged.
 */
export function createApprovals(deps: ApprovalDeps, log: Log) {
  const refused = new Map<string, RefusedApproval>()
  return {
    /** Returns the HTTP status of the answer; undefined if no vendor asks about this account. */
    answer: async (accountId: string, headers: HookHeaders, body: Buffer): Promise<number | undefined> => {
      const account = deps.accounts.get(accountId)
      const approval = account?.rail.approval
      if (account === undefined || approval === undefined) return undefined
      const problem = await withTimeout(ANSWER_WITHIN_MS, async (signal) =>
        whyNot(deps, account, await approval.read(headers, body, signal), signal),
      ).catch((error: Error): Problem => ({ reference: null, problem: error.message }))
      if (problem === undefined) return approval.statuses.approve
      const at = new Date(deps.nowMs())
      refused.set(accountId, { accountId, at, ...problem })
      log({ level: 'error', msg: 'approval refused', account: accountId, ...problem })
      return approval.statuses.refuse
    },
    refused: (): readonly RefusedApproval[] => [...refused.values()],
  }
}

/** Returns why the transfers of one question are not approved; undefined if all are. */
async function whyNot(
  deps: ApprovalDeps,
  account: PayoutAccount,
  asked: readonly AskedTransfer[] | undefined,
  signal: AbortSignal,
): Promise<Problem | undefined> {
  if (asked === undefined) return { reference: null, problem: 'the question cannot be read' }
  if (new Set(asked.map(({ reference }) => reference)).size < asked.length)
    return { reference: null, problem: 'the question has the same reference twice' }
  for (const transfer of asked) {
    const problem = await problemOf(deps, account, transfer, signal)
    if (problem !== undefined) return { reference: transfer.reference, problem }
  }
  return undefined
}

async function problemOf(
  { journal, isKilled }: ApprovalDeps,
  { policy, directory }: PayoutAccount,
  { reference, amountMinor, bankCode, accountNumber }: AskedTransfer,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (isKilled()) return 'the kill switch is on'
  const sent = journal.ofReference(reference)
  // The vendor is called only after the record is on the disk.
  if (sent === undefined || sent.intent.reference !== reference || sent.intent.n > journal.durable().count)
    return 'the payer never sent it'
  const { intent, known } = sent
  if (intent.account !== policy.account) return 'the payer sent it from another account'
  if (ENDED.has(known.said)) return `it has already ended: ${known.said}`
  if (intent.amount_minor !== String(amountMinor)) return 'the payer sent another amount'
  const ordered = await directory.codeOf(intent.bank_code, signal)
  if (intent.account_number !== accountNumber || ordered !== bankCode)
    return 'the payer sent it to another account number or bank'
  return undefined
}
