import type { Pool } from 'pg'
import { parseDecisionText } from './decision-text.ts'
import { readDecisionsOfCases, type StoredDecision } from './read-decisions.ts'

type Row = Readonly<{
  standing_id: string
  case_id: string
  text: string
  kind: string | null
  business: string | null
  ended: string | null
}>

// The uses are found by the signed text, and reversals by the facts about the money, because a row that says "ended" can be missing. A
// reversal by a later transaction than the use does not count against it. One that is older than the case itself does.
const USES = `
with used as materialized (
  select a.id as standing_id, d.case_id, d.text, s.xid, c.kind, c.line_id, c.transaction_id, coalesce(c.business_id, t.business_id) as business
  from unnest($1::uuid[]) as a (id)
  join signed_decision d on substring(d.text from E'\\ndecision[.]standing: "([0-9a-f-]{36})"') = a.id::text
  join decision_signature s on s.case_id = d.case_id and s.version = d.version and s.part = 'approved'
  left join case_file c on c.id = d.case_id
  left join transaction t on t.id = c.transaction_id
), touched as materialized (
  select u.standing_id, u.line_id, u.transaction_id from used u
  union select u.standing_id, a.line_id, null from used u join allocation a on a.transaction_id = u.transaction_id
  union select u.standing_id, r.line_id, r.id from used u join credit_return r on r.case_id = u.case_id
), ended as materialized (
  select e.standing_id, e.xid, 'an operator ended it' as why from standing_end e where e.standing_id = any ($1)
  union all
  select m.standing_id, b.xid, 'a bank recalled a credit' from touched m join credit_take_back b on b.credit_line_id = m.line_id
  union all
  select m.standing_id, k.xid, 'a credit was recalled or put under a lien'
    from touched m join case_file k on k.line_id = m.line_id and k.kind = 'recall'
  union all
  select m.standing_id, k.xid, 'money was recalled or seized'
    from touched m join case_file k on k.transaction_id = m.transaction_id and k.kind = 'recall'
  union all
  select m.standing_id, v.xid, 'what was paid came back' from touched m join transaction_event v on v.transaction_id = m.transaction_id
    and v.event in ('refund_came_back', 'refund_dead', 'payout_returned')
)
select u.standing_id, u.case_id, u.text, u.kind, u.business,
  (select e.why from ended e where e.standing_id = u.standing_id and e.xid < u.xid order by e.xid limit 1) as ended
from used u`

/** Adds to each decision that names a standing decision what this process reads about that one. Most name none, and nothing is read. */
export async function withStanding<T extends StoredDecision>(
  pool: Pool,
  decisions: readonly T[],
): Promise<readonly T[]> {
  const ids = [...new Set(decisions.flatMap(({ text }) => standingOf(text) ?? []))]
  if (ids.length === 0) return decisions
  const stored = Map.groupBy(await readDecisionsOfCases(pool, ids), ({ text }) => caseOf(text))
  const { rows } = await pool.query<Row>({ name: 'standing-uses', text: USES, values: [ids] })
  const uses = Map.groupBy(rows, ({ standing_id }) => standing_id)
  return decisions.map((one) => {
    const id = standingOf(one.text)
    if (id === undefined) return one
    const standing = {
      stored: stored.get(id) ?? [],
      uses: (uses.get(id) ?? []).map(({ case_id, text, kind, business, ended }) => ({
        caseId: case_id,
        text,
        kind,
        business,
        ended,
      })),
    }
    return { ...one, standing }
  })
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** Returns the standing decision that a text names, if it does. */
function standingOf(text: string): string | undefined {
  try {
    const id = parseDecisionText(text).get('decision.standing')
    return typeof id === 'string' && UUID.test(id) ? id : undefined
  } catch {
    return undefined
  }
}

function caseOf(text: string): string | undefined {
  try {
    return parseDecisionText(text).caseId
  } catch {
    return undefined
  }
}
