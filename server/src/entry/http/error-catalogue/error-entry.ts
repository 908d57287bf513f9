import type { RefusalCode } from '../../../kernel/refusal.ts'

/** What a code means, what to do about it, and the HTTP status it comes with. Words in backticks are shown as code. */
export type ErrorEntry = Readonly<{ status: number; meaning: string; fix: string }>

export type ErrorEntries = Readonly<Partial<Record<RefusalCode, ErrorEntry>>>
