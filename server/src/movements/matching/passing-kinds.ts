import type { CaseKind } from '../../records/cases/case-file.ts'

/** Cases that block nothing: a better claim may still come, and closes them. All others are closed by people alone. */
export const passingKinds: ReadonlySet<CaseKind> = new Set<CaseKind>([
  'unmatched',
  'third_party',
  'weak_evidence',
  'duplicate',
])
