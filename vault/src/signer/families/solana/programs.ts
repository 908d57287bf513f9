import { ASSOCIATED_TOKEN } from '../../../shared/solana-address.ts'

export const SYSTEM = '11111111111111111111111111111111'
export const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
export const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'

/** Nobody's wallet: programs, and where tokens are burnt. */
export const NOBODYS: ReadonlySet<string> = new Set([
  SYSTEM,
  COMPUTE_BUDGET,
  ASSOCIATED_TOKEN,
  MEMO,
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  '1nc1nerator11111111111111111111111111111111',
])
