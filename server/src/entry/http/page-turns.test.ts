import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createErrorReplies } from './error-replies.ts'
import { createPageTurns } from './page-turns.ts'

/** Starts a listener with a page that waits for its turn and a payment that does not. `begun` names them in the order of their handlers. */
function raise(limits: Parameters<typeof createPageTurns>[0] = {}) {
  const turns = createPageTurns(limits)
  const begun: string[] = []
  const app = Fastify()
  app.setErrorHandler(createErrorReplies('https://api.afara.test').onError)
  let release = (): void => {}
  const open = new Promise<void>((resolve) => {
    release = resolve
  })
  const turn = {
    preValidation: turns.begin,
    onSend: (
      request: Parameters<typeof turns.end>[0],
      _reply: unknown,
      _payload: unknown,
      done: () => void,
    ) => {
      turns.end(request)
      done()
    },
  }
  app.get('/page', turn, async () => {
    begun.push('page')
    return 'ok'
  })
  app.get('/slow', turn, async () => {
    begun.push('slow')
    await open
    return 'ok'
  })
  app.get('/payment', async () => {
    begun.push('payment')
    return 'ok'
  })
  return { begun, release, ask: async (url: string) => (await app.inject(url)).statusCode }
}

test('a payment that arrives after a hundred pages is answered before nearly all of them', async () => {
  const { begun, ask } = raise()
  await ask('/payment')
  const pages = Array.from({ length: 100 }, async () => ask('/page'))
  const payment = ask('/payment')
  expect(await Promise.all([...pages, payment])).toEqual(Array.from({ length: 101 }, () => 200))
  expect(begun.lastIndexOf('payment')).toBeLessThan(10)
})

test('few pages are made at a time, and when too many wait, further ones are refused', async () => {
  const { begun, release, ask } = raise({ mostAtOnce: 2, mostWaiting: 3 })
  const askThree = () => Array.from({ length: 3 }, async () => ask('/slow'))
  const pages = askThree()
  await expect.poll(() => begun, { timeout: 10_000 }).toEqual(['slow', 'slow'])
  pages.push(...askThree())
  expect(await Promise.race(pages)).toBe(429)
  expect(await ask('/payment')).toBe(200)
  release()
  expect(await Promise.all(pages)).toEqual([200, 200, 200, 200, 200, 429])
  expect(await ask('/page')).toBe(200)
})
