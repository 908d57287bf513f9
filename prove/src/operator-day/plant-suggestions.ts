import type { Stage } from './stage.ts'

const MOST_PLANTED = 5

/**
 * Makes the suggestions of some cases wrong, as a fault in matching would: they give the credit to another customer's open buy. The
 * database lets nobody change a case, so its guard is off for this one statement.
 */
export function plantSuggestions({ owner }: Stage) {
  const cases = new Set<string>()
  return {
    cases,
    plant: async (): Promise<void> => {
      if (cases.size >= MOST_PLANTED) return
      const { rows } = await owner.query<{ id: string; buy: string | null; minor: string }>(
        `select c.id, f.left_minor::text as minor, (
           select t.id from transaction t
           where t.type = 'buy' and t.status in ('pending_payment', 'expired') and t.id is distinct from c.transaction_id
           order by t.status desc, t.amount_minor < f.left_minor, t.created_at desc limit 1) as buy
         from case_file c join credit_fund f on f.line_id = c.line_id
         where c.state = 'open' and c.version = 1 and c.kind in ('third_party', 'unmatched', 'weak_evidence', 'duplicate')
           and c.id <> all ($1::uuid[])`,
        [[...cases]],
      )
      for (const { id, buy, minor } of rows) {
        if (buy === null || cases.size >= MOST_PLANTED) continue
        const proposal = { action: 'allocate', transaction_id: buy, amount_minor: minor }
        await owner.query('begin')
        await owner.query('alter table afara.case_file disable trigger user')
        await owner.query('update afara.case_file set proposal = $2 where id = $1', [id, proposal])
        await owner.query('alter table afara.case_file enable trigger user')
        await owner.query('commit')
        cases.add(id)
      }
    },
  }
}

export type Planted = ReturnType<typeof plantSuggestions>
