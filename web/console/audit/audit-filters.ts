/** What the audit shows. It is in the address, so that a link shows the same lines. */
export type AuditFilters = Readonly<{
  person?: string
  what?: string
  subject?: string
  from?: string
  to?: string
}>

const patterns: Readonly<Record<keyof AuditFilters, RegExp>> = {
  person: /^(opr|mbr)_[0-9a-f]{32}$/,
  what: /^[a-z_]+(\.[a-z_]+)?$/,
  subject: /^.{2,120}$/,
  from: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
  to: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
}

export function readAuditFilters(search: Record<string, unknown>): AuditFilters {
  return Object.fromEntries(
    Object.entries(patterns).flatMap(([name, pattern]) => {
      const value = search[name]
      const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
      return pattern.test(text) ? [[name, text]] : []
    }),
  )
}

/** The query of the API. */
export function auditQueryOf(filters: AuditFilters, after?: string): string {
  const query = new URLSearchParams({ ...filters, ...(after !== undefined && { after }) }).toString()
  return query === '' ? '' : `?${query}`
}

/** What people do, by the first word of its name. */
export const deedKinds: ReadonlyArray<readonly [what: string, name: string]> = [
  ['case', 'Cases'],
  ['case.proposed', 'Proposals'],
  ['case.approved', 'Approvals'],
  ['close', 'Sign-offs'],
  ['freeze', 'Freezes'],
  ['credit', 'Liens'],
  ['statement', 'Statements'],
  ['business', 'Businesses'],
  ['go_live', 'Go-live files'],
  ['key', 'Keys'],
  ['operator', 'Operators'],
  ['person', 'Invitations'],
  ['passkey', 'Passkeys'],
  ['member', 'Members'],
  ['team', 'Teams of businesses'],
  ['lane', 'Lanes'],
  ['payout_account', 'Payout accounts'],
  ['vendor_account', 'Collection accounts'],
  ['treasury', 'Moves'],
  ['standing', 'Standing decisions'],
  ['break_glass', 'Break glass'],
]
