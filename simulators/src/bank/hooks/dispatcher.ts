import type { SimulatedBank } from '../simulated-bank.ts'
import type { Verdict } from '../vendor-face.ts'
import { vendorFaces } from '../vendor-faces.ts'
import { composeHook } from './compose-hook.ts'
import { concludeHook } from './conclude-hook.ts'
import { createDeliveryLog, type Delivery } from './delivery-log.ts'
import { channelOf, type Hook } from './hook.ts'
import { channelSetting, hookSetting } from './hook-setting.ts'
import { postHook } from './post-hook.ts'

const AT_ONCE = 8

export type Dispatcher = ReturnType<typeof createDispatcher>

/** Sends the notifications that are due on the simulator's clock, and retries by each vendor's schedule. */
export function createDispatcher(bank: SimulatedBank) {
  const { clock, hooks, rules } = bank
  const log = createDeliveryLog()
  const underWay = new Map<string, number>()
  let age = 0
  let isStopped = false

  const countOf = (channel: string) => underWay.get(channel) ?? 0

  /** Sends one notification now, whatever its due time. */
  const deliver = async (hook: Hook): Promise<Delivery[]> => {
    const born = age
    const { url } = hookSetting(bank, hook)
    const channel = channelOf(hook)
    const message = composeHook(bank, hook)
    if (url === undefined || message === undefined) return []
    underWay.set(channel, countOf(channel) + 1)
    const copies = Array.from({ length: message.copies }, async () => postHook(url, message))
    const answers = await Promise.all(copies)
    underWay.set(channel, countOf(channel) - 1)
    // The simulator was reset meanwhile, so this result is dropped.
    if (born !== age) return []
    const { vendor, reference } = hook
    const place = { hook: hook.id, vendor, reference, attempt: hook.attempts + 1, url }
    const at = new Date(clock.now()).toISOString()
    const sent = answers.map(({ status, text }) => {
      const verdict = vendorFaces[vendor].judge(status, text)
      return { ...place, at, status, answer: text, verdict }
    })
    for (const delivery of sent) log.add(delivery)
    concludeHook(bank, hook, worst(sent.map(({ verdict }) => verdict)), message)
    releaseHeld(hook)
    bank.flush()
    return sent
  }

  const releaseHeld = (sent: Hook) => {
    for (const hook of hooks.heldAt(channelOf(sent))) {
      const freed: Hook = { ...hook, state: 'waiting', dueAt: clock.now() }
      if (hook.seq < sent.seq) bank.commit({ is: 'hook', hook: freed })
    }
  }

  /** Starts the deliveries that are due, a few at a time, and returns at once. Each delivery calls it again when it ends. */
  const pump = () => {
    if (isStopped) return
    for (const channel of hooks.channels()) {
      const { vendor, url } = channelSetting(bank, channel)
      if (url === undefined) continue
      if (rules.isSet('hooks_down') && rules.strikes('hooks_down', { vendor }) !== undefined) continue
      while (countOf(channel) < AT_ONCE) {
        const hook = hooks.popDue(channel, clock.now())
        if (hook === undefined) break
        void deliver(hook).finally(pump)
      }
    }
  }

  return {
    pump,
    deliver,
    log: () => log.list(),
    underWay: () => [...underWay.values()].reduce((sum, count) => sum + count, 0),
    forget: () => {
      age += 1
      log.clear()
    },
    /** Results of running deliveries are ignored. They are sent again at the next start. */
    stop: () => {
      isStopped = true
      age += 1
    },
  }
}

function worst(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('failed')) return 'failed'
  return verdicts.includes('rejected') ? 'rejected' : 'taken'
}
