import { Refusal } from '../../kernel/refusal.ts'

/** Checks only the format. It does not prove who owns the address. */
export function parseEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email) && email.length <= 254) return email
  throw new Refusal('email_invalid', `"${text}" is not an email address.`)
}
