import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseReply, type Reply } from './reply.ts'

/** Bytes to send on a connection, and the expected replies. */
type Sending = Readonly<{
  /** Written one after the other, with a short pause in between. */
  pieces: readonly Buffer[]
  /** Methods of the requests, in order. They give the number of replies, and which of them have no body. */
  methods: readonly string[]
  /** Ends our side of the connection: after the last piece, or after the server was silent for a while. */
  hangUp?: 'at-once' | 'when-silent' | undefined
}>

export type Received = Readonly<{
  replies: readonly Reply[]
  /** `closed` and `reset`: the server ended the connection before every request was answered. */
  end: 'answered' | 'closed' | 'reset' | 'late' | 'garbled'
  /** Garbled bytes, or bytes that no request caused. */
  stray: string
}>

export type Connection = Readonly<{
  exchange(sending: Sending, deadlineMs: number): Promise<Received>
  /** Whether another request may follow. */
  isOpen(): boolean
  destroy(): void
}>

const PAUSE_MS = 3
const SILENCE_MS = 400

/** Opens a connection. `from` is an address of this machine: 127.0.0.2 works like 127.0.0.1 and counts as another caller. */
export function openConnection(to: Readonly<{ port: number; from: string }>): Connection {
  const socket = connect({ host: '127.0.0.1', port: to.port, localAddress: to.from, noDelay: true })
  let bytes: Buffer = Buffer.alloc(0)
  let ending: 'closed' | 'reset' | undefined
  let isUsable = true
  let wakeUp = (): void => {}
  socket.on('data', (more) => {
    bytes = Buffer.concat([bytes, more])
    wakeUp()
  })
  const end = (how: 'closed' | 'reset') => () => {
    ending ??= how
    isUsable = false
    wakeUp()
  }
  socket.on('end', end('closed')).on('close', end('closed')).on('error', end('reset'))

  const readAll = async (methods: readonly string[], deadline: AbortSignal): Promise<Received> => {
    const replies: Reply[] = []
    const done = (end: Received['end'], stray = ''): Received => {
      if (end !== 'answered') isUsable = false
      return { replies, end, stray }
    }
    for (;;) {
      const method = methods[replies.length]
      if (method === undefined) return done('answered', bytes.toString('latin1', 0, 200))
      const parsed = parseReply(bytes, method, ending !== undefined)
      if (parsed.outcome === 'garbled') return done('garbled', parsed.why)
      if (parsed.outcome === 'reply') {
        replies.push(parsed.reply)
        bytes = parsed.rest
        if (/\bclose\b/i.test(parsed.reply.headers.get('connection') ?? '')) isUsable = false
        continue
      }
      if (ending !== undefined) return done(ending)
      if (deadline.aborted) return done('late')
      await new Promise<void>((resolve) => {
        wakeUp = resolve
        deadline.addEventListener('abort', () => resolve(), { once: true })
      })
    }
  }

  return {
    exchange: async ({ pieces, methods, hangUp }, deadlineMs) => {
      const deadline = AbortSignal.timeout(deadlineMs)
      await writeAll(socket, pieces)
      if (hangUp === 'at-once') socket.end()
      const silence = hangUp === 'when-silent' ? setTimeout(() => socket.end(), SILENCE_MS) : undefined
      const received = await readAll(methods, deadline)
      clearTimeout(silence)
      return received
    },
    isOpen: () => isUsable && bytes.length === 0,
    destroy: () => {
      isUsable = false
      socket.destroy()
    },
  }
}

/** The server may reply and close before it has read everything. The reader detects that. */
async function writeAll(socket: Socket, pieces: readonly Buffer[]): Promise<void> {
  for (const [place, piece] of pieces.entries()) {
    if (place > 0) await sleep(PAUSE_MS)
    if (socket.destroyed) return
    socket.write(piece)
  }
}
