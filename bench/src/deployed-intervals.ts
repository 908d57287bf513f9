/** The intervals of a deployment. A stack of tests and of `npm run dev` asks its simulated banks more often. */
export const DEPLOYED_INTERVALS = {
  BANK_POLL_SECONDS: '5',
  BANK_LOOK_BACK_SECONDS: '300',
  PAYOUT_LINES_SECONDS: '20',
}
