import type { TermsChange } from '@afara/server/records/businesses/manage-business.ts'
import type { Party } from './world.ts'

/** What is done behind the service's back, as its operators would. */
export type Backstage = Readonly<{
  /** A business of its own in test mode, with a key that may do everything. Amounts are in kobo. */
  openBusiness(
    wish: Readonly<{ label: string; balanceMinor?: bigint; terms?: TermsChange; requestsPerWindow?: number }>,
  ): Promise<Party>
  /** Another key of the same business that may do the same. */
  issueKey(party: Party): Promise<Readonly<{ id: string; secret: string }>>
  revokeKey(id: string): Promise<void>
}>
