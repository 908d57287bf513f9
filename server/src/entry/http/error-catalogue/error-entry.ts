import type { RefusalCode } from '../../../kernel/refusal.ts'

/** Meaning, remedy and HTTP status of a code. Words in backticks are shown as code. */
export type ErrorEntry = Readonly<{ status: number; meaning: string; fix: string }>

export type ErrorEntries = Readonly<Partial<Record<RefusalCode, ErrorEntry>>>
