import type { Vendor } from '../vendor.ts'

/** One notification about one transaction, with its outcome. */
export type Hook = Readonly<{
  id: string
  seq: number
  vendor: Vendor
  /** The vendor's id of the transaction it tells of. */
  reference: string
  account: string
  /** Of a payout: which, and its outcome then. `reference` is then the merchant's. */
  payout?: Readonly<{ id: string; event: 'success' | 'failed' | 'reversed' }>
  /** On the simulator's clock. */
  dueAt: number
  attempts: number
  /**
   * `held`: waits for a later one to go first. `kept`: is not sent unless somebody asks. `rejected`: Providus was told
   * to reject it. `given_up`: the schedule ran out.
   */
  state: 'waiting' | 'held' | 'kept' | 'delivered' | 'rejected' | 'given_up'
  /** Bytes and headers to be sent once more as they were. */
  replay?: Readonly<{ body: string; headers: Record<string, string> }>
}>

/** Notifications of one channel go to one address, and may overtake each other only there. */
export function channelOf({ vendor, account, payout }: Pick<Hook, 'vendor' | 'account' | 'payout'>): string {
  return payout === undefined ? vendor : `payouts/${account}`
}
