import { connect } from 'node:net'
import type { Answer } from './caller.ts'
import { readExactJson } from './exact-json.ts'

/** Sends exactly these bytes and reads until the server closes the connection. For requests that no library would make. */
export async function sendRaw(url: string, lines: readonly string[], body = ''): Promise<Answer> {
  const { hostname, port } = new URL(url)
  const sent = `${lines.join('\r\n')}\r\nhost: ${hostname}:${port}\r\nconnection: close\r\n\r\n${body}`
  const received = await new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.write(sent))
    socket.setTimeout(30_000, () => socket.destroy(new Error(`no answer to ${lines[0]}`)))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
  })
  return readAnswer(lines[0] ?? '', received)
}

function readAnswer(asked: string, received: string): Answer {
  const end = received.indexOf('\r\n\r\n')
  const [first = '', ...fields] = received.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    fields.map((field) => {
      const colon = field.indexOf(':')
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
    }),
  )
  const text = received.slice(end + 4)
  return { asked, status: Number(first.split(' ')[1]), headers, text, json: readExactJson(text) }
}
