import { connect } from 'node:net'
import type { Ports } from './lane.ts'

// Thirty seconds for a request, up to thirty more until the server checks, and a margin for a busy machine.
const ENDED_WITHIN_MS = 90_000

const beginnings: Readonly<Record<string, string>> = {
  'says nothing': '',
  'stops in the first line': 'POST /transactions/v1/on',
  'stops in a header': 'POST /transactions/v1/onramp HTTP/1.1\r\nhost: localhost\r\nsvc-sec-',
  'stops before the body': 'POST /drills/v1 HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n',
  'stops in the body': 'POST /drills/v1 HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n{"a',
}

/**
 * Starts requests that never end. The service must close their connections, or they would exhaust it. Returns a description of each that
 * stays open.
 */
export async function watchSilentCallers(ports: Ports): Promise<string[]> {
  const ended = await Promise.all(
    Object.values(ports).flatMap((port) =>
      Object.entries(beginnings).map(async ([name, beginning]) => {
        const isEnded = await isEndedByServer(port, beginning)
        return isEnded
          ? []
          : [`the connection of a caller who ${name} is still open after ${ENDED_WITHIN_MS / 1000} s`]
      }),
    ),
  )
  return ended.flat()
}

async function isEndedByServer(port: number, beginning: string): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port })
  socket.write(beginning)
  socket.resume()
  return new Promise((resolve) => {
    const give = (isEnded: boolean) => () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(isEnded)
    }
    const timer = setTimeout(give(false), ENDED_WITHIN_MS)
    socket.on('end', give(true)).on('close', give(true)).on('error', give(true))
  })
}
