import type { HookOutcome } from '../../movements/feeds/bank-feed.ts'

const statuses: Readonly<Record<HookOutcome, number>> = {
  taken: 200,
  known: 200,
  forged: 401,
  unreadable: 400,
  busy: 503,
}

/** For a vendor that reads the status alone: anything but 200 is sent again. */
export function plainHookReply(outcome: HookOutcome): { status: number; body: unknown } {
  return { status: statuses[outcome], body: { received: statuses[outcome] === 200 } }
}
