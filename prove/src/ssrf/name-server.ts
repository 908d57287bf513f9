import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import { answerName } from './street-names.ts'

const TYPES = { a: 1, alias: 5, aaaa: 28 } as const

/** Answers every question over UDP with a TTL of zero, and counts how often each was asked. */
export async function startNameServer(
  port: number,
): Promise<Readonly<{ questions(): number; close(): void }>> {
  const asked = new Map<string, number>()
  let questions = 0
  const socket = createSocket('udp4')
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    questions += 1
    const { name, type, end } = readQuestion(query)
    const key = `${type} ${name}`
    const before = asked.get(key) ?? 0
    asked.set(key, before + 1)
    socket.send(compose(query, end, type, name, before), from.port, from.address)
  })
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return { questions: () => questions, close: () => socket.close() }
}

function readQuestion(query: Buffer): Readonly<{ name: string; type: number; end: number }> {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function compose(query: Buffer, end: number, type: number, name: string, before: number): Buffer {
  const found = answerName(name, before)
  const records: Buffer[] = []
  // The owner of an address is the name in the question, or its alias.
  const pointer = Buffer.from([0xc0, 0x0c])
  const alias = found.alias === undefined ? undefined : wireName(found.alias)
  if (alias !== undefined) records.push(record(pointer, TYPES.alias, alias))
  const addresses = type === TYPES.a ? found.a : type === TYPES.aaaa ? found.aaaa : []
  for (const address of addresses) records.push(record(alias ?? pointer, type, bytesOf(address)))
  const head = Buffer.from(query.subarray(0, 12))
  head.writeUInt16BE(0x8580, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(records.length, 6)
  head.writeUInt32BE(0, 8)
  return Buffer.concat([head, query.subarray(12, end), ...records])
}

function record(owner: Buffer, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([owner, fixed, data])
}

function wireName(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]))
  return Buffer.concat([...labels, Buffer.from([0])])
}

function bytesOf(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number))
  const mapped = /^::ffff:([\d.]+)$/.exec(address)?.[1]
  if (mapped !== undefined) return Buffer.concat([Buffer.alloc(10), Buffer.from([255, 255]), bytesOf(mapped)])
  return Buffer.from(
    address
      .split(':')
      .map((part) => part.padStart(4, '0'))
      .join(''),
    'hex',
  )
}
