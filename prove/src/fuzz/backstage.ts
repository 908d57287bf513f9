import type { TermsChange } from '@afara/server/records/businesses/manage-business.ts'
import type { Party } from './world.ts'

/** Actions of operators, outside the API. */
export type Backstage = Readonly<{
  /** Opens a business in test mode, with a key of every scope. Amounts are in kobo. */
  openBusiness(
    wish: Readonly<{ label: string; balanceMinor?: bigint; terms?: TermsChange; requestsPerWindow?: number }>,
  ): Promise<Party>
  /** Issues another key of the same business with the same scopes. */
  issueKey(party: Party): Promise<Readonly<{ id: string; secret: string }>>
  revokeKey(id: string): Promise<void>
}>
