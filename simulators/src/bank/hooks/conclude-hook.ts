import type { SimulatedBank } from '../simulated-bank.ts'
import type { Verdict } from '../vendor-face.ts'
import type { Hook } from './hook.ts'
import { hookSetting } from './hook-setting.ts'
import type { Message } from './message.ts'
import { retryDelay } from './retry-delay.ts'

const DAY_MS = 86_400_000

/** Updates a notification after an attempt. A delivered one stays delivered, whatever the result of a later attempt. */
export function concludeHook(bank: SimulatedBank, tried: Hook, verdict: Verdict, message: Message): void {
  const hook = { ...tried, attempts: tried.attempts + 1 }
  if (hook.state === 'delivered' || hook.state === 'rejected') return bank.commit({ is: 'hook', hook })
  if (verdict === 'failed') return bank.commit({ is: 'hook', hook: { ...hook, ...putOff(bank, hook) } })
  bank.commit({ is: 'hook', hook: { ...hook, state: verdict === 'taken' ? 'delivered' : 'rejected' } })
  if (verdict === 'taken' && message.isReplayed) replayLater(bank, hook, message)
}

function putOff(bank: SimulatedBank, hook: Hook): Pick<Hook, 'state' | 'dueAt'> {
  const delay = retryDelay(hookSetting(bank, hook), hook.attempts)
  if (delay === undefined) return { state: 'given_up', dueAt: hook.dueAt }
  return { state: 'waiting', dueAt: bank.clock.now() + delay }
}

function replayLater({ commit, clock, hooks }: SimulatedBank, hook: Hook, { body, headers }: Message): void {
  const dueAt = clock.now() + DAY_MS
  const again: Hook = {
    ...hook,
    ...hooks.nextId(),
    attempts: 0,
    state: 'waiting',
    dueAt,
    replay: { body, headers },
  }
  commit({ is: 'hook', hook: again })
}
