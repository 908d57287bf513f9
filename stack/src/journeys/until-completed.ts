import { setTimeout as sleep } from 'node:timers/promises'
import { askJson } from '../http/ask-json.ts'

type Told = {
  timeline: { status: string; steps: Array<{ evidence: Array<{ kind: string; id: string }> }> }
}

// Shared machines can stall for a minute, so the deadline only detects hangs.
const COMPLETED_WITHIN_MS = 180_000

/** Polls a transaction until it is completed. Returns the duration and the last evidence of this kind. */
export async function untilCompleted(
  transactionUrl: string,
  headers: Record<string, string>,
  evidenceKind: 'hash' | 'session',
  onStatus: (status: string) => void = () => {},
): Promise<Readonly<{ tookMs: number; evidence: string }>> {
  const began = performance.now()
  for (;;) {
    const { timeline } = (await askJson(`${transactionUrl}/timeline`, headers)) as Told
    const tookMs = performance.now() - began
    onStatus(timeline.status)
    if (timeline.status === 'completed') {
      const all = timeline.steps.flatMap((step) => step.evidence)
      const evidence = all.findLast(({ kind }) => kind === evidenceKind)?.id
      if (evidence === undefined) throw new Error(`${transactionUrl} is completed, but has no evidence`)
      return { tookMs, evidence }
    }
    if (tookMs > COMPLETED_WITHIN_MS)
      throw new Error(`${transactionUrl} is still ${timeline.status} after ${COMPLETED_WITHIN_MS / 1000} s`)
    await sleep(20)
  }
}
