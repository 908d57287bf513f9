import type { PayState } from './pay-state.ts'

const icon = (inside: string): string =>
  `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${inside}</svg>`
const ring = '<circle cx="12" cy="12" r="9.5"/>'

const waiting = icon(`${ring}<circle class="pulse" cx="12" cy="12" r="4" fill="currentColor" stroke="none"/>`)
const done = icon(`${ring}<path d="m7.5 12.5 3 3 6-6.5"/>`)
const clock = icon(`${ring}<path d="M12 7v5.5l3.5 2"/>`)
const part = icon(`${ring}<path d="M12 7.5v6"/><path d="M12 17v.01"/>`)
const back = icon(`${ring}<path d="M16 12H8m3.5-3.5L8 12l3.5 3.5"/>`)
const crossed = icon(`${ring}<path d="m8.5 8.5 7 7m0-7-7 7"/>`)

/** A sign beside the words; whoever cannot see it misses nothing. */
export const stateIcons: Readonly<Record<PayState, string>> = {
  waiting,
  short: part,
  paused: part,
  seen: waiting,
  arrived: done,
  delivered: done,
  slow: clock,
  expired: clock,
  cancelled: crossed,
  returning: back,
  returned: back,
  recalled: crossed,
}
