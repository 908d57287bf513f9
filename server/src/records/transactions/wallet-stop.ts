/** Why a wallet cannot receive now, and what mends it, as a business reads it. */
export type WalletStop = Readonly<{ code: string; message: string }>

/** Statuses in which a transaction waits for its wallet, or people are asked because of it. */
const waiting = ['payment_received', 'action_required', 'requested']

/** For a statement about a transaction called t. */
export const walletStopColumn = `(select json_build_object('code', k.code, 'message', k.message) from wallet_block k
       where k.transaction_id = t.id and k.ended_at is null and t.status in ('${waiting.join("', '")}')) as wallet_stop`

export function waitsForWallet(status: string): boolean {
  return waiting.includes(status)
}
