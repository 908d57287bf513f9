import { requestChange } from '@afara/server/flows/cases/propose-resolution.ts'
import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import type { TestDatabase } from '@afara/stack/postgres/test-database.ts'
import type { WorldAccount } from './matching-world.ts'
import { createRefundWorld } from './refund-world.ts'

/** Creates credits that two operators return without a buy, and payments that they make manually. */
export async function createReturnWorld(database?: TestDatabase) {
  const world = await createRefundWorld(database)
  const { owner, clock } = world

  const returnRest = async (account: WorldAccount, lineId: string, kobo?: string) => {
    const caseId = await world.ask(account, lineId, 'unmatched')
    await world.propose(caseId, { action: 'return', ...(kobo && { amount_minor: kobo }) })
    await world.approve(caseId)
    const { rows } = await owner.query<{ id: string }>(
      'select id from credit_return where line_id = $1 and transaction_id is null',
      [lineId],
    )
    const returnId = rows[0]?.id ?? ''
    await world.look(returnId)
    return { id: returnId, returnId, lineId }
  }

  return {
    ...world,
    returnRest,
    /** Two operators send a refund that every bank rejected to another account. */
    redirectFailed: async (
      transactionId: string,
      to: Readonly<{ account_number: string; account_name: string }>,
    ) => {
      const caseId = await world.caseOf(transactionId, 'refund_due')
      const decision = {
        action: 'redirect',
        bank: '000013',
        evidence: 'a letter of the bank',
        ...to,
      } as const
      await world.propose(caseId, decision)
      await world.approve(caseId)
    },
    /** Returns an unclaimed credit to its payer. */
    returnCredit: async (account: WorldAccount, naira: number) =>
      returnRest(account, await world.pay(account, naira)),
    payByHand: async (returnId: string, { id, number }: WorldAccount): Promise<void> => {
      const { rows } = await owner.query<{ line_id: string; amount_minor: string; account_number: string }>(
        'select line_id, amount_minor, account_number from credit_return where id = $1',
        [returnId],
      )
      const row = rows[0]
      if (row === undefined) throw new Error('there is no such return')
      const { caseId } = await requestChange(
        { pool: owner, clock, signing: softwareSigning() },
        {
          operatorId: world.bisi,
          reason: 'the payer is down',
          change: {
            mode: 'test',
            facts: { subject: `by-hand:${returnId}` },
            summary: 'Pay it by hand.',
            resolution: {
              action: 'pay_by_hand',
              return_id: returnId,
              ...row,
              account_id: id,
              from: number,
              bank_code: null,
            },
          },
        },
      )
      await world.approve(caseId)
    },
    /** Records that the sending bank takes a credit back. Returns the debit. */
    recall: async (account: WorldAccount, lineId: string): Promise<string> => {
      const { rows } = await owner.query<{ external_id: string; gross: string }>(
        `select r.external_id, r.gross_minor as gross from bank_line_assignment s join bank_line_reading r on r.id = s.reading_id
         where s.line_id = $1`,
        [lineId],
      )
      const { sessionId: _, ...debit } = world.paymentOf(account, BigInt(rows[0]?.gross ?? 0), {}, 'RECALL')
      const undoesExternalId = rows[0]?.external_id ?? ''
      const externalId = `${undoesExternalId}:reversed`
      const [debitId = ''] = await world.record(account, [
        { ...debit, direction: 'debit', kind: 'recall', externalId, undoesExternalId },
      ])
      return debitId
    },
    owed: async (lineId: string) =>
      (
        await owner.query(
          'select type, state, amount_minor::text as amount from owed_return where line_id = $1',
          [lineId],
        )
      ).rows,
    accountState: async (id: string) =>
      (await owner.query<{ state: string }>('select state from vendor_account where id = $1', [id])).rows[0]
        ?.state,
    openCases: async (kind: string) =>
      (await owner.query(`select from case_file where kind = $1 and state <> 'resolved'`, [kind])).rowCount,
  }
}
