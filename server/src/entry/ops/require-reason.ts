import { Refusal } from '../../kernel/refusal.ts'

/** Whoever stops something says why: those who find it stopped have nothing else to go by. */
export function requireReason(text: string): string {
  if (text.trim() !== '') return text.trim()
  throw new Refusal('reason_required', 'Say why: --reason "…" is kept for ever.')
}
