import type { BalanceMovement } from './own-balance-store.ts'

const sentences: Readonly<Record<string, string>> = {
  credited_to_balance: 'Naira of a buy arrived and became NGNC',
  'taken_from_balance sell': 'A sell took the NGNC to pay out naira',
  'taken_from_balance withdrawal': 'A withdrawal took the NGNC to send it to a wallet',
  'returned_to_balance sell': 'A sell was not paid out, and its NGNC came back',
  'returned_to_balance withdrawal': 'A withdrawal was not sent, and its NGNC came back',
  suspense_to_balance: 'NGNC that arrived for a sell was credited',
  returned_to_wallet: 'A sell was not paid out, and its NGNC goes back to the wallet',
}

/** Says what caused a movement of a balance. A cause that has no sentence yet is told by its code. */
export function describeMovement({
  step,
  transaction,
}: Pick<BalanceMovement, 'step' | 'transaction'>): string {
  const told = sentences[`${step} ${transaction?.type ?? ''}`] ?? sentences[step]
  if (told !== undefined) return told
  const words = step.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
