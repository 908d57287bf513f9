import { RESEMBLES, type Stage } from './stage.ts'

const MOST_PLANTED = 5

/**
 * Makes the suggestions of some cases wrong, as a fault of ours would: they give the credit to another customer's open buy, or release a
 * listed person. The database lets nobody change a case, so its guard is off for this one statement.
 */
export function plantSuggestions({ owner }: Stage) {
  const cases = new Set<string>()
  const suggest = async (id: string, proposal: Readonly<Record<string, string>>): Promise<void> => {
    if (cases.size >= MOST_PLANTED) return
    await owner.query('begin')
    await owner.query('alter table afara.case_file disable trigger user')
    await owner.query('update afara.case_file set proposal = $2 where id = $1', [id, proposal])
    await owner.query('alter table afara.case_file enable trigger user')
    await owner.query('commit')
    cases.add(id)
  }
  return {
    cases,
    plant: async (): Promise<void> => {
      if (cases.size >= MOST_PLANTED) return
      const { rows: hits } = await owner.query<{ id: string }>(
        `select c.id from case_file c where c.state = 'open' and c.version = 1 and c.kind = 'screening_hit'
           and c.id <> all ($1::uuid[]) and c.facts::text not like '%' || $2 || '%'`,
        [[...cases], RESEMBLES],
      )
      for (const { id } of hits) await suggest(id, { action: 'release' })
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
      for (const { id, buy, minor } of rows)
        if (buy !== null) await suggest(id, { action: 'allocate', transaction_id: buy, amount_minor: minor })
    },
  }
}

export type Planted = ReturnType<typeof plantSuggestions>
