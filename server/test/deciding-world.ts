import { approveCase } from '@afara/server/flows/cases/approve-case.ts'
import { proposeResolution } from '@afara/server/flows/cases/propose-resolution.ts'
import { formatId, newId } from '@afara/server/kernel/ids/ids.ts'
import { recordLines } from '@afara/server/movements/credits/bank-line-store.ts'
import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import type { TestDatabase } from '@afara/stack/postgres/test-database.ts'
import { createMatchingWorld } from './matching-world.ts'

/** Creates credits, buys and two operators who decide. */
export async function createDecidingWorld(database?: TestDatabase) {
  const world = await createMatchingWorld(database)
  const { owner: pool, clock } = world
  const hire = async (name: string) => {
    const by = { actor: 'system:test', reason: 'a test' }
    return (await hireOperator(pool, { email: `${name.toLowerCase()}@afara.test`, name, ...by })).id
  }
  const [bisi, chidi] = [await hire('Bisi'), await hire('Chidi')]

  return {
    ...world,
    ownerUrl: pool.options.connectionString ?? '',
    bisi,
    chidi,
    hire,
    /** Returns the id of the only open case of this kind about a line or a buy. */
    caseOf: async (about: string, kind: string): Promise<string> => {
      const { rows } = await pool.query<{ id: string }>(
        `select id from case_file where (line_id = $1 or transaction_id = $1) and kind = $2 and state <> 'resolved'`,
        [about, kind],
      )
      if (rows.length !== 1) throw new Error(`${rows.length} cases of the kind ${kind}`)
      return formatId('case', rows[0]?.id ?? '')
    },
    /** Opens a case about a credit manually. */
    ask: async (
      account: { id: string },
      lineId: string,
      kind: string,
      transactionId?: string,
    ): Promise<string> => {
      const { rows } = await pool.query<{ id: string }>(
        `select open_case($1, 'test', $2, $3, $4, $5, null, 'somebody asks', '{}', null, $6, $6) as id`,
        [newId(), kind, account.id, lineId, transactionId, clock.now()],
      )
      return formatId('case', rows[0]?.id ?? '')
    },
    /** Records a debit of one of our accounts without an explanation from the bank. */
    loseMoney: async (account: { id: string; number: string }, naira: number): Promise<string> => {
      const at = clock.now()
      const [outcome] = await recordLines(world.worker, {
        accountId: account.id,
        source: 'monnify',
        lines: [
          {
            externalId: newId(),
            accountNumber: account.number,
            direction: 'debit',
            kind: 'unclear',
            grossMinor: BigInt(naira) * 100n,
            settledMinor: BigInt(naira) * 100n,
            bookedAt: at,
            valueDate: at.toISOString().slice(0, 10),
            payer: {},
            narration: 'DEBIT',
            raw: {},
          },
        ],
        unreadable: [],
        cursor: undefined,
        at,
      })
      return outcome?.lineId ?? ''
    },
    propose: async (caseId: string, wanted?: Record<string, unknown>, operatorId = bisi) =>
      proposeResolution(
        { pool, clock, signing: softwareSigning() },
        { caseId, operatorId, wanted, reason: 'the payer called' },
      ),
    approve: async (caseId: string, operatorId = chidi, version?: number) =>
      approveCase({ pool, clock, signing: softwareSigning() }, { caseId, operatorId, version }),
    leftOf: async (lineId: string) => {
      const { rows } = await pool.query<{ left: string; blocked: boolean }>(
        `select left_minor as left, blocked_by is not null as blocked from credit_fund where line_id = $1`,
        [lineId],
      )
      return rows[0]
    },
    heldBy: async (transactionId: string): Promise<string | undefined> => {
      const { rows } = await pool.query<{ amount: string }>(
        `select amount_minor as amount from balance where owner = $1 and kind = 'held'`,
        [transactionId],
      )
      return rows[0]?.amount
    },
    returnsOf: async (caseId: string) => {
      const { rows } = await pool.query<{ line_id: string; amount_minor: string; account_number: string }>(
        `select line_id, amount_minor, account_number from credit_return
         where 'cas_' || replace(case_id::text, '-', '') = $1 order by line_id`,
        [caseId],
      )
      return rows
    },
  }
}
