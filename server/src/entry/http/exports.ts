import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { keyOf } from './require-key.ts'

/** Files that read many rows. They have connections of their own, so that no other request waits for them. */
export type Exports = Readonly<{
  pool: Pool
  /**
   * Begins a file for the business of this request, until the response has ended. Waits for its turn: a business writes one file at a time,
   * and a process four. Throws a refusal if the turn does not come soon.
   */
  begin(reply: FastifyReply): Promise<void>
}>

/** Number of files that a process writes at the same time, and of their connections. */
export const MOST_EXPORTS = 4
const MOST_WAITING_OF_BUSINESS = 10
const WAIT_MS = 10_000
// A reader that takes longer is cut off, because others wait for its place.
const LONGEST_MS = 5 * 60_000

type Waiting = Readonly<{ businessId: string; go: (isAdmitted: boolean) => void }>

export function createExports(pool: Pool, waitMs = WAIT_MS): Exports {
  const running = new Set<string>()
  const line: Waiting[] = []

  const isFree = (businessId: string): boolean => running.size < MOST_EXPORTS && !running.has(businessId)

  const leave = (businessId: string): void => {
    running.delete(businessId)
    const place = line.findIndex((one) => isFree(one.businessId))
    if (place === -1) return
    const [next] = line.splice(place, 1)
    if (next === undefined) return
    running.add(next.businessId)
    next.go(true)
  }

  const enter = async (businessId: string): Promise<boolean> => {
    if (isFree(businessId)) {
      running.add(businessId)
      return true
    }
    if (line.filter((one) => one.businessId === businessId).length >= MOST_WAITING_OF_BUSINESS) return false
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiting = { businessId, go: resolve }
    line.push(waiting)
    const timer = setTimeout(() => {
      const place = line.indexOf(waiting)
      if (place !== -1) line.splice(place, 1)
      resolve(false)
    }, waitMs)
    const isAdmitted = await promise
    clearTimeout(timer)
    return isAdmitted
  }

  return {
    pool,
    begin: async (reply) => {
      const { businessId } = keyOf(reply.request).tenant
      if (!(await enter(businessId)))
        throw new Refusal(
          'rate_limited',
          running.has(businessId)
            ? 'Your business is downloading other files. Try again when these downloads have ended.'
            : 'Too many files are being written now. Try again in a few seconds.',
        )
      const cut = setTimeout(() => reply.raw.destroy(), LONGEST_MS).unref()
      finished(reply.raw, () => {
        clearTimeout(cut)
        leave(businessId)
      })
    },
  }
}
