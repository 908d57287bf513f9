import { approveCase } from '@afara/server/flows/cases/approve-case.ts'
import { proposeResolution } from '@afara/server/flows/cases/propose-resolution.ts'
import type { Clock } from '@afara/server/kernel/clock/clock.ts'
import { formatId } from '@afara/server/kernel/ids/ids.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'

/** Two operators who decide cases about payouts. */
export async function createPayoutDecisions({ owner, clock }: Readonly<{ owner: Pool; clock: Clock }>) {
  const hire = async (name: string) =>
    hireOperator(owner, { email: `${name}@afara.test`, name, actor: 'system:test', reason: 'a test' })
  const [bisi, chidi] = [(await hire('bisi')).id, (await hire('chidi')).id]
  const deps = { pool: owner, clock, signing: softwareSigning() }

  /** Returns the only open case of this kind about a payout account or a transaction. */
  const openCase = async (kind: string, about: string): Promise<string> => {
    const { rows } = await owner.query<{ id: string }>(
      `select id from case_file where kind = $1::case_kind and state <> 'resolved' and (facts ->> 'account_id' = $2 or transaction_id::text = $2)`,
      [kind, about],
    )
    if (rows.length !== 1) throw new Error(`${rows.length} cases of the kind ${kind}`)
    return formatId('case', rows[0]?.id ?? '')
  }
  const propose = async (caseId: string, wanted: Record<string, unknown>) =>
    proposeResolution(deps, { caseId, operatorId: bisi, wanted, reason: 'the vendor wrote' })
  const approve = async (caseId: string) => approveCase(deps, { caseId, operatorId: chidi })
  const decide = async (caseId: string, wanted: Record<string, unknown>): Promise<void> => {
    await propose(caseId, wanted)
    await approve(caseId)
  }

  return {
    bisi,
    openCase,
    propose,
    approve,
    decide,
    /** Explains the only unexplained line of an account. */
    explain: async (account: string, as: string, more: Record<string, unknown> = {}): Promise<void> =>
      decide(await openCase('payout_unexplained', account), {
        action: 'explain',
        as,
        evidence: 'ticket 88213',
        ...more,
      }),
  }
}
